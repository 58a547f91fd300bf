package io.verbus.conductor;

/** The sessions of one subscription's stream, wherever they are: finds them, and watches over their publishers. */
public interface Sessions extends Duty {
    /** {@return where images change hands between the conductor and the polling thread} */
    Handover handover();

    /** No session will be joined any more: the subscription is about to close. Not a duty any more. */
    void closing();

    /** Gives up what was not handed over, or was given back. After the polling thread has stopped. */
    void close();
}
