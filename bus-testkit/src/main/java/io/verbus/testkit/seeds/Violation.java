package io.verbus.testkit.seeds;

/** A promise of the bus that was not kept.  */
public final class Violation extends Error {
    private static final long serialVersionUID = 1;

    public Violation(final String message) {
        super(message);
    }

    public Violation(final String message, final Throwable cause) {
        super(message, cause);
    }

    /** As a person needs it, who wants to see the history of a seed again. */
    public static Violation of(final long seed, final Trace trace, final Throwable cause) {
        return new Violation("seed " + seed + " fails at step " + trace.step() + ": " + cause.getMessage()
                + System.lineSeparator() + "replay it with -D" + Seeds.REPLAY + "=" + seed
                + ". The last that happened (step, time, who, what):" + trace, cause);
    }
}
