package io.verbus.latency.subject;

import java.nio.file.Path;

/**
 * Where a subject's processes meet, and what for.
 *
 * @param directory on tmpfs, of this team alone; the caller deletes it
 * @param payloadBytes of each message
 * @param capacityBytes of the log, ring or term; 0 for the subject's own default
 * @param policySkips whether readers are to be skipped rather than waited for, where the subject knows the difference
 * @param near address of the side that measures, for what goes over a network
 * @param far address of the other side
 * @param port the lowest that may be used
 * @param parameters of RDMA addresses, such as {@code receives=1024}; may be empty
 * @param isNear whether this process is on the side that measures
 */
public record Place(Path directory, int payloadBytes, int capacityBytes, boolean policySkips, String near, String far,
        int port, String parameters, boolean isNear) {
    /**
     * The capacity to use.
     *
     * @param usual of the subject
     * @return in bytes
     */
    public int capacityOr(final int usual) {
        return capacityBytes == 0 ? usual : capacityBytes;
    }

    /**
     * The same in another folder.
     *
     * @param newDirectory there already
     * @return the place
     */
    public Place in(final Path newDirectory) {
        return new Place(newDirectory, payloadBytes, capacityBytes, policySkips, near, far, port, parameters,
                isNear);
    }

    /** {@return address of this process} */
    public String own() {
        return isNear ? near : far;
    }

    /** {@return address of the other process} */
    public String other() {
        return isNear ? far : near;
    }
}
