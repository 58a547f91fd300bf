package io.verbus.internal.os;

import io.verbus.BusException;
import io.verbus.FailureCause;

/** A temporary failure that may succeed later, for example because too many files are open or all slots are in use. */
public final class TransientException extends BusException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message for a person
     */
    public TransientException(final String message) {
        super(FailureCause.TEMPORARY, message, null);
    }

    /**
     * With a message and a cause.
     *
     * @param message for a person
     * @param cause for debugging
     */
    public TransientException(final String message, final Throwable cause) {
        super(FailureCause.TEMPORARY, message, cause);
    }
}
