package io.verbus.internal.image;

import io.verbus.Gap;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.internal.jfr.FlightEvents;
import io.verbus.internal.jfr.SessionFlightEvents;
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
    public void onEvent(final SessionEvent event) {
        if (event instanceof final Gap gap) {
            losses.accept(gap);
        }
        FlightEvents.commit(() -> SessionFlightEvents.of(event));
        try {
            listener.onEvent(event);
        } catch (final Throwable t) {
            errorHandler.onError(t);
        }
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
}
