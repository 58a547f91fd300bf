package io.verbus.marketdata.source;

import java.util.List;

/** A source of live messages, or of a capture of them. */
public interface LiveSource {
    /** Changes of all books before a block. */
    enum Change {
        /** Nothing. */
        NONE,
        /** A session of the source starts with this block: they are cleared, and sound. */
        SESSION_BEGINS,
        /** Messages before this block are lost: they are suspect. */
        GAP,
        /** A snapshot of the venue starts with this block: they are cleared, and suspect until it is complete. */
        SNAPSHOT,
        /** The snapshot and the messages after it were returned: they are sound. */
        RECOVERED
    }

    /**
     * Returns the received messages. Never blocks.
     *
     * @return a block, valid until the next call, empty if nothing was received; null if the source has ended
     * @throws io.verbus.BusException if the source cannot be followed further
     */
    Block next();

    /** {@return the change of the books before the block that {@link #next()} has returned last} */
    Change change();

    /**
     * {@return the sequence of the first message that can follow the change, if that is {@link Change#GAP} or {@link
     * Change#RECOVERED}: up to it, messages are lost, or are in the books; else undefined}
     */
    long nextSequence();

    /**
     * Whether the block that {@link #next()} has returned last repeats a state: it has messages of a snapshot, without
     * sequences ({@link Block#NO_SEQUENCE}), or messages that were returned before.
     *
     * @return false if its messages are new
     */
    default boolean isRepeated() {
        return false;
    }

    /**
     * Reports that messages of the block that {@link #next()} has returned last could not be published: they are lost
     * to the books, and so is a snapshot that does not include them. To be called before the next block is taken.
     */
    default void onUnusable() {
    }

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
