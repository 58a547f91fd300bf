package io.verbus.marketdata.source;

import java.util.List;

/** A source of live messages, or of a capture of them. */
public interface LiveSource {
    /** Whether and why the books must be cleared before a block. */
    enum Clear {
        /** The books are not cleared. */
        NO,
        /** A session of the source starts with this block. */
        SESSION_BEGINS,
        /** Messages before this block are lost. */
        GAP
    }

    /**
     * Returns the received messages. Never blocks.
     *
     * @return a block, valid until the next call, empty if nothing was received; null if the source has ended
     * @throws io.verbus.BusException if the source cannot be followed further
     */
    Block next();

    /** {@return whether to clear the books before the block that {@link #next()} has returned last} */
    Clear clear();

    /**
     * {@return the time of the block that {@link #next()} has returned last, in nanoseconds: in a capture since 1970,
     * else on the clock of the source}
     */
    default long timeNs() {
        return 0;
    }

    /** {@return the fraction of a capture that has been read, from 0 to 1; 0 of a live source} */
    default double fraction() {
        return 0;
    }

    /** {@return the notices for the user since the last call, one per line} */
    List<String> news();
}
