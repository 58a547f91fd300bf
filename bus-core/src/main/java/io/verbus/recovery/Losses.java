package io.verbus.recovery;

import io.verbus.peer.Gap;
import io.verbus.peer.Session;

/** Takes account of what was missing, and of the handler's failures. */
interface Losses {
    /** Messages are lost: to be counted, written down, and told to the application. */
    void lose(Gap gap);

    /** So many, perhaps none, were delivered. */
    void filled(long messages);

    /** The handler threw while it got a message that was missing: to be counted and reported. */
    void failed(Session session, long sequence, Throwable thrown);
}
