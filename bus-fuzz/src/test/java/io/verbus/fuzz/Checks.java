package io.verbus.fuzz;

import io.verbus.BusException;

/** Assertions of the targets. */
public final class Checks {
    private static final int MAX_MESSAGE_LENGTH = 1_000;

    private Checks() {
    }

    /** Fails with a message unless a condition holds. */
    public static void check(final boolean condition, final String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    /** Compares numbers. */
    public static void same(final long expected, final long actual, final String what) {
        if (expected != actual) {
            throw new AssertionError(what + ": " + actual + ", expected " + expected);
        }
    }

    /** Compares objects. */
    public static void same(final Object expected, final Object actual, final String what) {
        if (!expected.equals(actual)) {
            throw new AssertionError(what + ": " + actual + ", expected " + expected);
        }
    }

    /** Checks an error message: one line of bounded length. */
    public static void checkMessage(final BusException refusal) {
        final String message = refusal.getMessage();
        check(message != null && message.length() > 10 && message.length() < MAX_MESSAGE_LENGTH, "bad error message: "
                + message);
        check(message.codePoints().noneMatch(Character::isISOControl), "control characters in: " + message);
    }
}
