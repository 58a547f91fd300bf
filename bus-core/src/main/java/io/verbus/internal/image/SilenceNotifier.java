package io.verbus.internal.image;

import io.verbus.LostSession;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;

/** Reports a publisher's silence once, and its end: a heartbeat, or a message without a heartbeat. */
final class SilenceNotifier {
    private final Session session;
    private final SessionListener listener;
    /** This silence has been reported, though a message may have arrived since. */
    private boolean reported;
    /** Nothing has arrived since. */
    private boolean lost;

    SilenceNotifier(final Session session, final SessionListener listener) {
        this.session = session;
        this.listener = listener;
    }

    /** Whether a silence is reported. */
    boolean isReported() {
        return reported;
    }

    /** Reports the silence of the publisher, after the delivery of everything before {@code next}. */
    void report(final long next, final long knownNext, final PublisherState silent) {
        if (!reported) {
            reported = true;
            lost = true;
            listener.onEvent(new LostSession(session, next, knownNext, silent.cause(), silent.description()));
        }
    }

    /** Reports the end of a silence: the heartbeat has returned, or messages arrive without it. */
    void observe(final PublisherState seen, final boolean more, final long next) {
        if (lost && (more || seen.isHeard())) {
            lost = false;
            listener.onEvent(new SessionEvent.Back(session, next));
        }
        reported = !seen.isHeard();
    }
}
