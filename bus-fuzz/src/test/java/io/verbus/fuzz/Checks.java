package io.verbus.fuzz;

import io.verbus.BusException;

/** What targets ask of readers. */
public final class Checks {
    private static final int LONGEST_SENTENCE = 1_000;

    private Checks() {
    }

    /** Fails with a message if something that has to be so is not. */
    public static void check(final boolean so, final String what) {
        if (!so) {
            throw new AssertionError(what);
        }
    }

    /** Compares a number with what it has to be. */
    public static void same(final long expected, final long actual, final String what) {
        if (expected != actual) {
            throw new AssertionError(what + ": " + actual + ", not " + expected);
        }
    }

    /** Compares a thing with what it has to be. */
    public static void same(final Object expected, final Object actual, final String what) {
        if (!expected.equals(actual)) {
            throw new AssertionError(what + ": " + actual + ", not " + expected);
        }
    }

    /** A refusal is a sentence for a person: one line, and not without end. */
    public static void checkSentence(final BusException refusal) {
        final String sentence = refusal.getMessage();
        check(sentence != null && sentence.length() > 10 && sentence.length() < LONGEST_SENTENCE, "no sentence: "
                + sentence);
        check(sentence.codePoints().noneMatch(Character::isISOControl), "control characters in: " + sentence);
    }
}
