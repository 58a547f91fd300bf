package io.verbus.support.seeds;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.IoUtil;

/**
 * Runs histories in parallel: each has its own seed, its own directory in shared memory, and one thread. A failed
 * history prints its seed, and {@code -Dverbus.seed=SEED} replays it with all its steps.
 */
public final class Seeds {
    /** System property: the one seed to run. */
    public static final String REPLAY = "verbus.seed";

    private static final int LAST_LINES = 60;

    private final Maker maker;
    private final Enum<?>[] events;

    /** Runs the history of one seed. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Runs a history.
         *
         * @param seed of the history
         * @param directory for its files, which does not exist, and is removed afterwards
         * @param tally counts the events
         * @param lines of the trace in a violation at most
         * @return a hash of all events, the same each time
         * @throws Violation if a promise was not kept; with the seed, the step, and the last steps
         */
        long make(long seed, Path directory, Tally tally, int lines);
    }

    /** Histories of a kind, whose events are the constants of an enum. */
    public Seeds(final Maker maker, final Enum<?>... events) {
        this.maker = maker;
        this.events = events;
    }

    /**
     * Runs the histories of consecutive seeds.
     *
     * @param first seed
     * @param count of seeds
     * @param threads to run them on
     * @return the counts of the events
     * @throws Violation of the failed history with the smallest seed; no larger one is begun then
     */
    public Tally run(final long first, final long count, final int threads) {
        final Path root = makeRoot();
        try {
            final Tally tally = new Tally(events);
            new ParallelSeeds(first, count, threads)
                    .run(() -> new Tally(events), (part, seed) -> make(seed, root, part, LAST_LINES))
                    .forEach(tally::add);
            return tally;
        } finally {
            delete(root);
        }
    }

    /**
     * Runs the history of one seed on the caller's thread. If it fails, the whole trace is printed, not only its end.
     *
     * @param seed of the history
     * @return a hash of all events, the same each time
     * @throws Violation if it fails
     */
    public long run(final long seed) {
        final Path root = makeRoot();
        try {
            return make(seed, root, new Tally(events), Integer.MAX_VALUE);
        } finally {
            delete(root);
        }
    }

    /** The first failure of consecutive seeds, in one line; empty if none fails. */
    public String hunt(final long first, final long count) {
        try {
            run(first, count, (int) Math.min(count, Runtime.getRuntime().availableProcessors()));
            return "";
        } catch (final Violation e) {
            return e.getMessage().lines().findFirst().orElseThrow();
        }
    }

    private long make(final long seed, final Path root, final Tally tally, final int lines) {
        final Path directory = root.resolve(Long.toString(seed));
        try {
            return maker.make(seed, directory, tally, lines);
        } finally {
            IoUtil.delete(directory.toFile(), true);
        }
    }

    /**
     * The seed of {@code -Dverbus.seed}, or else another one at each call; printed with the calling class and method,
     * so that no test draws a seed that its output does not contain.
     *
     * @return any number
     */
    public static long draw() {
        final long seed = Long.getLong(REPLAY, System.nanoTime());
        final StackWalker.StackFrame caller = StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst().orElseThrow());
        System.out.printf("seed: %s.%s: -D%s=%d%n", caller.getClassName(), caller.getMethodName(), REPLAY, seed);
        return seed;
    }

    private static Path makeRoot() {
        try {
            return new ShmDir().createTempDirectory(null, null);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(final Path root) {
        try {
            Files.deleteIfExists(root);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
