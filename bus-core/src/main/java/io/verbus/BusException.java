package io.verbus;

/** A failure of the bus. The message states the failure, the value and the remedy. */
public class BusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureCause failure;

    /**
     * Creates an exception without a cause.
     *
     * @param message failure, value and remedy
     */
    public BusException(final String message) {
        this(FailureCause.PERMANENT, message, null);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message failure, value and remedy
     * @param cause for debugging
     */
    public BusException(final String message, final Throwable cause) {
        this(FailureCause.PERMANENT, message, cause);
    }

    /**
     * Creates an exception of a given kind.
     *
     * @param failure for programs
     * @param message failure, value and remedy
     * @param cause for debugging; null if there is none
     */
    protected BusException(final FailureCause failure, final String message, final Throwable cause) {
        super(message, cause);
        this.failure = failure;
    }

    /** {@return whether trying again can help; for programs} */
    public final FailureCause failure() {
        return failure;
    }
}
