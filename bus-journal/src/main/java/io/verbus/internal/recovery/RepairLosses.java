package io.verbus.internal.recovery;

import io.verbus.Gap;
import io.verbus.Session;

/** Accounts for fetched messages, losses, and failures of the handler. */
public interface RepairLosses {
    /** Messages are lost: count them, add them to the loss report, and notify the application. */
    void lose(Gap gap);

    /** This number of messages, 0 or more, was delivered. */
    void filled(long messages);

    /** The handler threw while it processed a fetched message: count and report that. */
    void failed(Session session, long sequence, Throwable thrown);
}
