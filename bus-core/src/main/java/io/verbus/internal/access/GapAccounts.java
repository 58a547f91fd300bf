package io.verbus.internal.access;

import io.verbus.Gap;

/** Accounts of a subscription for gaps that were accepted for repair. Used by its polling thread. */
public interface GapAccounts {
    /**
     * Counts a lost range and writes it to the loss report. The listener is not called.
     *
     * @param gap range and cause
     */
    void lose(Gap gap);

    /**
     * Counts delivered messages of an accepted gap.
     *
     * @param count of messages, above 0
     */
    void filled(long count);

    /** Counts an exception that a handler threw for a message of an accepted gap. The listener is not called. */
    void failed();

    /** {@return whether a poll of the subscription is in progress; any thread} */
    boolean isPolling();
}
