package io.verbus.internal.subscriber;

import io.verbus.internal.duty.Duty;
import io.verbus.internal.late.LateWatch;

/** The sessions of one subscription: finds them, and monitors their publishers. */
public interface Sessions extends Duty {
    /** {@return the handover of images between the conductor and the polling thread} */
    ImageHandover handover();

    /**
     * Reports the stalls that have delayed messages. By the conductor.
     *
     * @param watch to report to
     * @param fromNs begin of the time
     * @param toNs end of it
     */
    void observe(LateWatch watch, long fromNs, long toNs);

    /** Stops joining sessions: the subscription is about to close. No longer a duty. */
    void closing();

    /** Releases images that were not handed over, or were returned. After polling has ended. */
    void close();
}
