package io.verbus.testkit.stepper;

/** A promise of the bus that was not kept.  */
public final class Violation extends Error {
    private static final long serialVersionUID = 1;

    Violation(final String message) {
        super(message);
    }

    Violation(final String message, final Throwable cause) {
        super(message, cause);
    }
}
