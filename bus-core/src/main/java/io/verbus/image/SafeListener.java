package io.verbus.image;

import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import org.agrona.ErrorHandler;

/**
 * Keeps what a listener throws away from the image that calls it.
 *
 * @param listener to be called
 * @param errorHandler gets what it throws
 */
public record SafeListener(SessionListener listener, ErrorHandler errorHandler) implements SessionListener {
    @Override
    public void onStarted(final Session session, final long first) {
        run(() -> listener.onStarted(session, first));
    }

    @Override
    public void onGap(final Gap gap) {
        run(() -> listener.onGap(gap));
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        run(() -> listener.onDoubtful(session, sequence));
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        run(() -> listener.onEnded(session, messages));
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        run(() -> listener.onRestarted(earlier, session));
    }

    @Override
    public void onLost(final LostSession lost) {
        run(() -> listener.onLost(lost));
    }

    @Override
    public void onBack(final Session session, final long next) {
        run(() -> listener.onBack(session, next));
    }

    private void run(final Runnable call) {
        try {
            call.run();
        } catch (final RuntimeException e) {
            errorHandler.onError(e);
        }
    }
}
