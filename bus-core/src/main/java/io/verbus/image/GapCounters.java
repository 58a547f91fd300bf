package io.verbus.image;

/** Counts what a subscription did not get. Called by the polling thread, rarely. */
public interface GapCounters {
    /**
     * A gap.
     *
     * @param messages that are missing
     */
    void gap(long messages);

    /**
     * Copies of frames that were thrown away because the publisher went past them meanwhile.
     *
     * @param copies more than before
     */
    void discarded(long copies);

    /** A message was consumed by a handler that threw an exception. */
    void failed();
}
