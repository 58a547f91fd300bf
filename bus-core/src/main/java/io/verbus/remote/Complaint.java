package io.verbus.remote;

import io.verbus.BusException;
import java.net.URI;
import org.agrona.ErrorHandler;

/** Reports why a peer cannot be reached, once per cause instead of once per attempt. */
final class Complaint {
    private final URI uri;
    private final ErrorHandler errorHandler;
    private String reported = "";

    Complaint(final URI uri, final ErrorHandler errorHandler) {
        this.uri = uri;
        this.errorHandler = errorHandler;
    }

    void report(final String cause) {
        if (!cause.equals(reported)) {
            reported = cause;
            errorHandler.onError(new BusException(uri + ": " + cause + " (trying again)"));
        }
    }

    /** Clears the cause after a success. */
    void clear() {
        reported = "";
    }
}
