package io.verbus.support.seeds;

/** A broken promise of the bus. */
public final class Violation extends Error {
    private static final long serialVersionUID = 1;

    public Violation(final String message) {
        super(message);
    }

    public Violation(final String message, final Throwable cause) {
        super(message, cause);
    }
}
