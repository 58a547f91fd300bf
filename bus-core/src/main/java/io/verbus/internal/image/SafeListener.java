package io.verbus.internal.image;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.SessionListener;
import io.verbus.internal.jfr.FlightEvents;
import io.verbus.internal.jfr.SessionEvent;
import java.util.function.Consumer;
import org.agrona.ErrorHandler;

/**
 * Shields the image from exceptions of its listener, and records every gap in the loss report before the listener is
 * called. Records the events of sessions for JFR.
 *
 * @param listener to be called
 * @param losses receives each gap before the listener
 * @param errorHandler receives the exceptions of the listener
 */
public record SafeListener(SessionListener listener, Consumer<Gap> losses,
        ErrorHandler errorHandler) implements SessionListener {
    @Override
    public void onStarted(final Session session, final long first) {
        FlightEvents.commit(() -> new SessionEvent.Joined(session, first));
        run(() -> listener.onStarted(session, first));
    }

    /** A listener that throws has not accepted the gap. */
    @Override
    public boolean onMissing(final Gap gap) {
        try {
            return listener.onMissing(gap);
        } catch (final Throwable t) {
            errorHandler.onError(t);
            return false;
        }
    }

    @Override
    public void onGap(final Gap gap) {
        losses.accept(gap);
        FlightEvents.commit(() -> new SessionEvent.Missed(gap));
        run(() -> listener.onGap(gap));
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        run(() -> listener.onDoubtful(session, sequence));
    }

    @Override
    public void onRefused(final Session session, final Refusal cause) {
        run(() -> listener.onRefused(session, cause));
    }

    @Override
    public void onFailed(final Session session, final long sequence, final Throwable thrown) {
        run(() -> listener.onFailed(session, sequence, thrown));
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        FlightEvents.commit(() -> new SessionEvent.Ended(session, messages));
        run(() -> listener.onEnded(session, messages));
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        run(() -> listener.onRestarted(earlier, session));
    }

    @Override
    public void onLost(final LostSession lost) {
        FlightEvents.commit(() -> new SessionEvent.Lost(lost.session(), lost.cause(), lost.description()));
        run(() -> listener.onLost(lost));
    }

    @Override
    public void onBack(final Session session, final long next) {
        run(() -> listener.onBack(session, next));
    }

    private void run(final Runnable call) {
        try {
            call.run();
        } catch (final Throwable t) {
            errorHandler.onError(t);
        }
    }
}
