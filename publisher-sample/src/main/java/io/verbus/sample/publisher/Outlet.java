package io.verbus.sample.publisher;

import org.agrona.MutableDirectBuffer;

/** What a feed needs of a publication. One implementation is loaded in production, so calls through it are direct. */
interface Outlet {
    /** A claim's result: a subscriber that must not lose anything is behind; try again. */
    int BACK_PRESSURED = -1;

    /**
     * Reserves room for one message.
     *
     * @return its offset in {@link #buffer()}, or negative: {@link #BACK_PRESSURED} or closed for good
     */
    int claim(int length);

    /** Where claims are; the same buffer each time. */
    MutableDirectBuffer buffer();

    /** Publishes what was claimed. */
    void commit();

    /** Says that the publishing thread runs. */
    default void idle() {
    }

    /** Whether another program has removed the log, so that no subscription can join any more. */
    default boolean isLogRemoved() {
        return false;
    }
}
