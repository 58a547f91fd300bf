package io.verbus.spi;

import io.verbus.BusException;
import io.verbus.Session;

/**
 * The identity of a log, written once at its creation.
 *
 * @param stream name of the stream
 * @param session id of the session, not 0
 * @param publisher name of the publisher, the same when it restarts
 * @param capacity of the ring in bytes, a power of two
 * @param timestamps whether frames carry a publication timestamp
 * @param process id of the publisher's process, which names its lock file
 * @param pid of that process
 * @param startedEpochNs start of the session, UTC
 * @param clockOffsetNs difference of UTC and timestamps: UTC minus timestamp
 * @param build version and build of the publisher's bus
 * @param hops relays between the publisher and this log: 0 for that of the publisher, at most {@link #MAX_HOPS}
 * @param relay name of the relay that writes this log; empty for that of a publisher, and unless it is of this process
 *     or was offered by its process
 */
public record LogIdentity(String stream, long session, String publisher, int capacity, boolean timestamps, long process,
        long pid, long startedEpochNs, long clockOffsetNs, String build, int hops, String relay) {
    /** Most relays in a row. */
    public static final int MAX_HOPS = 255;
    /** Positions and frame lengths are multiples of this many bytes. */
    public static final int ALIGNMENT = 32;
    /** Version of the layout of logs: both ends of a link need the same. */
    public static final int LAYOUT_VERSION = 4;
    /** Smallest capacity of a log in bytes. */
    public static final int MIN_CAPACITY = 1 << 16;
    /** Largest capacity of a log in bytes. */
    public static final int MAX_CAPACITY = 1 << 30;

    /** Checks the capacity. */
    public LogIdentity {
        if (Integer.bitCount(capacity) != 1 || capacity < MIN_CAPACITY || capacity > MAX_CAPACITY) {
            throw new BusException("invalid log capacity " + capacity + " bytes: use a power of two from "
                    + MIN_CAPACITY + " to " + MAX_CAPACITY);
        }
    }

    /**
     * The log of a publisher.
     *
     * @param stream name of the stream
     * @param session id of the session, not 0
     * @param publisher name of the publisher
     * @param capacity of the ring in bytes, a power of two
     * @param timestamps whether frames carry a publication timestamp
     * @param process id of the publisher's process
     * @param pid of that process
     * @param startedEpochNs start of the session, UTC
     * @param clockOffsetNs UTC minus timestamp
     * @param build version and build of the publisher's bus
     */
    public LogIdentity(final String stream, final long session, final String publisher, final int capacity,
            final boolean timestamps, final long process, final long pid, final long startedEpochNs,
            final long clockOffsetNs, final String build) {
        this(stream, session, publisher, capacity, timestamps, process, pid, startedEpochNs, clockOffsetNs, build, 0,
                "");
    }

    /**
     * The log of a relay of this log.
     *
     * @param newProcess id of its process
     * @param newPid of that process
     * @param name of the relay
     * @return the identity, with one hop more
     */
    public LogIdentity relayedBy(final long newProcess, final long newPid, final String name) {
        return new LogIdentity(stream, session, publisher, capacity, timestamps, newProcess, newPid, startedEpochNs,
                clockOffsetNs, build, hops + 1, name);
    }

    /** {@return the session of the API} */
    public Session asSession() {
        return new Session(stream, session, publisher, pid, startedEpochNs, build);
    }
}
