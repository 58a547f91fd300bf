package io.verbus.internal.conductor;

import io.verbus.BusException;
import java.net.URI;
import org.agrona.ErrorHandler;

/** Reports why a peer cannot be reached, once per cause instead of once per attempt. */
public final class DistinctErrorReporter {
    private final URI uri;
    private final ErrorHandler errorHandler;
    private String reported = "";

    public DistinctErrorReporter(final URI uri, final ErrorHandler errorHandler) {
        this.uri = uri;
        this.errorHandler = errorHandler;
    }

    public void report(final String cause) {
        if (!cause.equals(reported)) {
            reported = cause;
            errorHandler.onError(new BusException(uri + ": " + cause + " (trying again)"));
        }
    }

    /** Clears the cause after a success. */
    public void clear() {
        reported = "";
    }
}
