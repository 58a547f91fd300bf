package io.verbus.testkit.stepper;

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

/**
 * Runs histories, many at a time: each has its own seed, its own directory in shared memory, and one thread.
 *
 * <p>A history that fails says its seed. To see it again: {@code mvn -pl bus-testkit -am test -Dtest=StepperTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dverbus.seed=SEED}.
 */
public final class Seeds {
    /** System property: the one seed to run. */
    public static final String REPLAY = "verbus.seed";

    private static final int LAST_LINES = 60;

    private Seeds() {
    }

    /**
     * Runs the histories of consecutive seeds.
     *
     * @param first seed
     * @param count of seeds
     * @param threads to run them on
     * @return what happened how often
     * @throws Violation of the lowest seed among those that failed before the others stopped
     */
    public static Tally run(final long first, final long count, final int threads) {
        final AtomicLong next = new AtomicLong(first);
        final Path root = makeRoot();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            final List<Future<Tally>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                parts.add(pool.submit(() -> runPart(root, next, first + count)));
            }
            final Tally tally = new Tally();
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
     * Runs the history of one seed on the caller's thread. If it fails, all of it is told, not only the end.
     *
     * @param seed of it
     * @return a hash of all that happened, the same each time
     * @throws Violation if it fails
     */
    public static long run(final long seed) {
        final Path root = makeRoot();
        try {
            return History.run(seed, root.resolve("0"), new Tally(), Integer.MAX_VALUE);
        } finally {
            delete(root);
        }
    }

    private static Tally runPart(final Path root, final AtomicLong next, final long end) {
        final Tally tally = new Tally();
        for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
            try {
                History.run(seed, root.resolve(Long.toString(seed)), tally, LAST_LINES);
            } catch (final Violation e) {
                next.set(end);
                throw e;
            }
        }
        return tally;
    }

    private static Path makeRoot() {
        try {
            return Files.createTempDirectory(Path.of("/dev/shm"), "verbus-test-");
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
