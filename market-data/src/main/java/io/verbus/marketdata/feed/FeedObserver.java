package io.verbus.marketdata.feed;

/** Receives the progress of a {@link Feed}, on the thread of the feed, and can stop it. Must not block. */
public interface FeedObserver {
    /**
     * A part of the source is published.
     *
     * @param pass of the source, from 0
     * @param fraction of the source that was read in this pass, 0 to 1
     */
    default void onProgress(int pass, double fraction) {
    }

    /** About 16 KiB of the source were published since the last call: a good moment to push them. */
    default void onBurst() {
    }

    /**
     * After each block of the source, and every few microseconds while the feed waits.
     *
     * @param nowNs the time now, on the clock of the feed
     * @param messages published so far
     * @return whether the feed continues
     */
    boolean onCheck(long nowNs, long messages);
}
