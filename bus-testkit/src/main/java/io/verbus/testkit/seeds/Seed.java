package io.verbus.testkit.seeds;

/** Draws the seed of a test, so that no test draws one that its output does not contain. */
public final class Seed {
    private Seed() {
    }

    /**
     * The seed of {@code -Dverbus.seed}, or else another one at each call; printed with the calling class and method.
     *
     * @return any number
     */
    public static long draw() {
        final long seed = Long.getLong(Seeds.REPLAY, System.nanoTime());
        final StackWalker.StackFrame caller = StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst().orElseThrow());
        System.out.printf("seed: %s.%s: -D%s=%d%n", caller.getClassName(), caller.getMethodName(), Seeds.REPLAY, seed);
        return seed;
    }
}
