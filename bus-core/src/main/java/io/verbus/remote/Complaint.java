package io.verbus.remote;

import io.verbus.BusException;
import java.net.URI;
import org.agrona.ErrorHandler;

/** Tells once, not at each attempt, why somebody can't be reached. */
final class Complaint {
    private final URI uri;
    private final ErrorHandler errorHandler;
    private String told = "";

    Complaint(final URI uri, final ErrorHandler errorHandler) {
        this.uri = uri;
        this.errorHandler = errorHandler;
    }

    void raise(final String cause) {
        if (!cause.equals(told)) {
            told = cause;
            errorHandler.onError(new BusException(uri + ": " + cause + " (trying again)"));
        }
    }

    /** All is well again. */
    void settle() {
        told = "";
    }
}
