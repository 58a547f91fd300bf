package io.verbus.testkit.seeds;

import io.verbus.testkit.ShmDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
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
     * @throws Violation of a failed history; the others stop then
     */
    public Tally run(final long first, final long count, final int threads) {
        final AtomicLong next = new AtomicLong(first);
        final Path root = makeRoot();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            final List<Future<Tally>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                parts.add(pool.submit(() -> runPart(root, next, first + count)));
            }
            final Tally tally = new Tally(events);
            for (final Future<Tally> part : parts) {
                tally.add(part.get());
            }
            return tally;
        } catch (final ExecutionException e) {
            next.set(first + count);
            if (e.getCause() instanceof Violation violation) {
                throw violation;
            }
            throw new IllegalStateException(e.getCause());
        } catch (final InterruptedException e) {
            next.set(first + count);
            throw new IllegalStateException(e);
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

    private Tally runPart(final Path root, final AtomicLong next, final long end) {
        final Tally tally = new Tally(events);
        for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
            try {
                make(seed, root, tally, LAST_LINES);
            } catch (final Violation e) {
                next.set(end);
                throw e;
            }
        }
        return tally;
    }

    private long make(final long seed, final Path root, final Tally tally, final int lines) {
        final Path directory = root.resolve(Long.toString(seed));
        try {
            return maker.make(seed, directory, tally, lines);
        } finally {
            IoUtil.delete(directory.toFile(), true);
        }
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
