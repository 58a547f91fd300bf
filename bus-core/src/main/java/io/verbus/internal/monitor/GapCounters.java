package io.verbus.internal.monitor;

/** Counters of missing messages of a subscription. Called by the polling thread, rarely. */
public interface GapCounters {
    /**
     * Counts a gap.
     *
     * @param messages missing messages
     */
    void gap(long messages);

    /**
     * Counts copies of frames that were discarded because the publisher overwrote them during the copy.
     *
     * @param copies additional copies
     */
    void discarded(long copies);

    /** Counts an exception of a handler. */
    void failed();

    /** Notes that missing messages are being fetched from elsewhere: later ones wait for them. */
    default void fetching() {
    }
}
