package io.verbus;

/** A failure of the bus. The message states the failure, the value and the remedy. */
public class BusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception without a cause.
     *
     * @param message failure, value and remedy
     */
    public BusException(final String message) {
        super(message);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message failure, value and remedy
     * @param cause for debugging
     */
    public BusException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
