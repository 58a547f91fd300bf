package io.verbus.internal.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.GapCause;
import io.verbus.monitor.Loss;
import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads and processes append concurrently, some are killed; a concurrent reader never sees a torn loss. */
class LossReportStressTest {
    private static final long A_WRITER = 1L << 32;
    private static final int EACH = 200_000;
    private static final int KILLS = 6;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private Path path() {
        return directory.resolve(".losses");
    }

    /** A loss whose every field follows from one number. */
    private static Loss loss(final long n) {
        return new Loss(n * 31, new Loss.Publisher("s" + n, n * 37, n * 41),
                new Loss.Reporter("reader " + n, n * 43, n * 47), n, n * 2, GapCause.LAPPED,
                "cause " + "c".repeat((int) (n % 100)));
    }

    /** Appends forever. */
    static final class Writer {
        public static void main(final String[] args) {
            try (LossReportFile report = LossReportFile.open(Path.of(args[0]), Long.parseLong(args[1]))) {
                final long base = Long.parseLong(args[1]) * A_WRITER;
                for (long n = 0; n >= 0; n++) {
                    if (report.append(loss(base + n)) < 0) {
                        throw new IllegalStateException("append failed");
                    }
                    if (n == 10_000) {
                        System.out.println("going");
                    }
                }
            }
        }
    }

    @Test
    void concurrentAppendsAreNeitherTornNorLost() throws InterruptedException {
        try (LossReportFile report = LossReportFile.open(path(), 1)) {
            final List<Thread> writers = new ArrayList<>();
            final AtomicBoolean refused = new AtomicBoolean();
            for (long writer = 1; writer <= 3; writer++) {
                final long base = writer * A_WRITER;
                writers.add(Thread.ofPlatform().start(() -> {
                    for (long n = 0; n < EACH; n++) {
                        if (report.append(loss(base + n)) < 0) {
                            refused.set(true);
                        }
                    }
                }));
            }
            long read = 0;
            while (writers.stream().anyMatch(Thread::isAlive)) {
                read += check(report.losses());
            }
            assertTrue(read > 0, "the reader found no loss");
            assertEquals(false, refused.get());
            check(report.losses());
            // A number is skipped only if two writers met in an entry; so the last lap of the ring is almost full.
            assertTrue(report.overwritten() + LossLayout.ENTRIES >= 3L * EACH, () -> "" + report.overwritten());
            assertTrue(report.losses().size() > LossLayout.ENTRIES - 64, () -> "" + report.losses().size());
        }
    }

    @Test
    @Tag("processes")
    void otherWritersContinueAfterAKill() throws Exception {
        try (LossReportFile report = LossReportFile.open(path(), 1);
                Forked stayer = Forked.start(Writer.class, directory, path(), 2)) {
            stayer.awaitLine("going");
            for (int kill = 0; kill < KILLS; kill++) {
                try (Forked victim = Forked.start(Writer.class, directory, path(), 3 + kill)) {
                    final AtomicBoolean dead = new AtomicBoolean();
                    final Thread killer = Thread.ofPlatform().start(() -> await(victim, dead));
                    while (!dead.get()) {
                        check(report.losses());
                    }
                    killer.join();
                }
            }
            final long before = report.overwritten();
            while (report.overwritten() < before + 3 * LossLayout.ENTRIES) {
                check(report.losses());
            }
            stayer.kill();
            final int unfinished = LossLayout.ENTRIES - report.losses().size();
            assertTrue(unfinished <= 2 * (KILLS + 1), unfinished + " entries are unfinished after " + KILLS + " kills");
        }
    }

    private static void await(final Forked victim, final AtomicBoolean dead) {
        try {
            victim.awaitLine("going");
            victim.kill();
        } finally {
            dead.set(true);
        }
    }

    /** Each loss is intact, and those of one writer are in order. Returns their number. */
    private static int check(final List<Loss> losses) {
        final Map<Long, Long> newest = new HashMap<>();
        for (final Loss loss : losses) {
            assertEquals(loss(loss.first()), loss);
            final Long earlier = newest.put(loss.first() / A_WRITER, loss.first());
            assertTrue(earlier == null || earlier < loss.first(), () -> loss + " follows " + earlier);
        }
        return losses.size();
    }
}
