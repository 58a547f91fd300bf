package io.verbus.peer;

/**
 * One publisher's run on a stream.
 *
 * @param stream its name
 * @param id random, 64 bits, never 0
 * @param publisher name that the publication was given; a restart has the same
 * @param pid of the publisher's process on its host
 * @param startedEpochNs when it began, nanoseconds UTC since 1970
 * @param build version and build of the publisher's bus
 */
public record Session(String stream, long id, String publisher, long pid, long startedEpochNs, String build) {
    @Override
    public String toString() {
        return "session " + Long.toHexString(id) + " of stream " + stream + " (process " + pid + ")";
    }
}
