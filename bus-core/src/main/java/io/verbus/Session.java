package io.verbus;

/**
 * One run of a publisher on a stream.
 *
 * @param stream name of the stream
 * @param id random, 64 bits, never 0
 * @param publisher name of the publisher, the same after a restart
 * @param pid of the publisher's process on its host
 * @param startedEpochNs start time, nanoseconds UTC since 1970
 * @param build version and build of the publisher's bus
 */
public record Session(String stream, long id, String publisher, long pid, long startedEpochNs, String build) {
    @Override
    public String toString() {
        return "session " + Long.toHexString(id) + " of stream " + stream + " (process " + pid + ")";
    }
}
