package io.verbus.latency.subject;

import java.nio.file.Path;

/**
 * Where the processes of a subject meet, and the parameters that they share.
 *
 * @param directory on tmpfs, of this subject alone; the caller deletes it
 * @param payloadBytes of each message
 * @param capacityBytes of the log, ring or term; 0: the default of the subject
 * @param policySkips whether slow readers are skipped, where the subject knows the difference; else the publisher waits
 * @param near address of the side that measures, for subjects that use a network
 * @param far address of the other side
 * @param port the lowest that may be used
 * @param parameters of RDMA addresses, such as {@code receives=1024}; may be empty
 * @param isNear whether this process is on the side that measures
 * @param isApart whether the other process is on another host, and shares no folder with this one
 */
public record Place(Path directory, int payloadBytes, int capacityBytes, boolean policySkips, String near, String far,
        int port, String parameters, boolean isNear, boolean isApart) {
    /**
     * Returns the capacity.
     *
     * @param usual the default of the subject
     * @return in bytes
     */
    public int capacityOr(final int usual) {
        return capacityBytes == 0 ? usual : capacityBytes;
    }

    /**
     * Returns this place in another folder.
     *
     * @param newDirectory an existing folder
     * @return the place
     */
    public Place in(final Path newDirectory) {
        return new Place(newDirectory, payloadBytes, capacityBytes, policySkips, near, far, port, parameters,
                isNear, isApart);
    }

    /**
     * Returns this place with more parameters.
     *
     * @param more parameters of addresses
     * @return the place
     */
    public Place with(final String more) {
        return new Place(directory, payloadBytes, capacityBytes, policySkips, near, far, port,
                parameters.isEmpty() ? more : parameters + "&" + more, isNear, isApart);
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
