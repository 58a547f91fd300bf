package io.verbus;

import java.util.ArrayList;
import java.util.List;
import org.agrona.ErrorHandler;

/** Keeps the errors that occur before the error handler of a bus exists, and passes later ones on. */
final class EarlyErrors implements ErrorHandler {
    private final List<Throwable> kept = new ArrayList<>();
    /** Null until it exists. */
    private volatile ErrorHandler handler;

    @Override
    public void onError(final Throwable error) {
        if (handler == null) {
            kept.add(error);
        } else {
            handler.onError(error);
        }
    }

    /** Sets the handler, in the thread that all earlier errors came from. */
    void passTo(final ErrorHandler newHandler) {
        kept.forEach(newHandler::onError);
        kept.clear();
        handler = newHandler;
    }
}
