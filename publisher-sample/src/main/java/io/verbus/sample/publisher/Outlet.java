package io.verbus.sample.publisher;

import org.agrona.MutableDirectBuffer;

/** The part of a publication that a feed uses. Production loads one implementation, so the JVM can inline calls. */
interface Outlet {
    /** Result of a claim that was refused because a blocking subscriber lags: try again. */
    int BACK_PRESSURED = -1;

    /**
     * Reserves room for one message.
     *
     * @return its offset in {@link #buffer()}, or negative: {@link #BACK_PRESSURED}, or the publication is closed
     */
    int claim(int length);

    /** The buffer that contains the claims; always the same. */
    MutableDirectBuffer buffer();

    /** Commits the claim. */
    void commit();

    /** Reports that the publishing thread runs. */
    default void idle() {
    }

    /** Whether another program has removed the log, so that no subscription can join. */
    default boolean isLogRemoved() {
        return false;
    }
}
