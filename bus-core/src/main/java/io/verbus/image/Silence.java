package io.verbus.image;

import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;

/** Tells of a publisher's silence once, and of its end: a heartbeat, or a message that comes all the same. */
final class Silence {
    private final Session session;
    private final SessionListener listener;
    /** This silence has been told of, though a message may have come since. */
    private boolean told;
    /** Nothing has come since. */
    private boolean lost;

    Silence(final Session session, final SessionListener listener) {
        this.session = session;
        this.listener = listener;
    }

    /** Whether there is something to listen for. */
    boolean isTold() {
        return told;
    }

    /** Everything that was committed is delivered up to {@code next}, and the publisher is silent. */
    void tell(final long next, final long heard, final String cause) {
        if (!told) {
            told = true;
            lost = true;
            listener.onLost(new LostSession(session, next, heard, false, cause));
        }
    }

    /** The publisher may be heard again, or has more to say though its conductor is silent. */
    void listen(final PublisherState seen, final boolean more, final long next) {
        if (lost && (more || seen.isHeard())) {
            lost = false;
            listener.onBack(session, next);
        }
        told = !seen.isHeard();
    }
}
