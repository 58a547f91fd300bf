package io.verbus.internal.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.verbus.GapCause;
import io.verbus.monitor.Loss;
import io.verbus.support.ShmDir;
import io.verbus.support.mutant.Mutant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Entries of the loss report sum their gaps while a reader copies them: each copy is one gap or one sum, never a part
 * of two, and at the end no gap is missing.
 */
class LossSumStressTest {
    private static final int WRITERS = 3;
    private static final long EACH = 300_000;
    private static final int LENGTH = 5;
    private static final int STRIDE = 10;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    /** Runs the race in a directory; returns a value that no writer wrote but the reader saw, or an empty text. */
    static final class Race implements Function<Path, String> {
        @Override
        public String apply(final Path directory) {
            try (LossReportFile report = LossReportFile.open(directory.resolve(".losses"), 1)) {
                final List<Thread> writers = new ArrayList<>();
                for (int writer = 0; writer < WRITERS; writer++) {
                    final LossShare share = new LossShare(report);
                    final long id = writer;
                    writers.add(Thread.ofPlatform().start(() -> {
                        for (long n = 0; n < EACH; n++) {
                            share.append(gap(id, n));
                        }
                    }));
                }
                String torn = "";
                while (torn.isEmpty() && writers.stream().anyMatch(Thread::isAlive)) {
                    torn = torn(report.losses());
                }
                for (final Thread writer : writers) {
                    writer.join();
                }
                return torn.isEmpty() ? torn(report.losses()) + missing(report.losses()) : torn;
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private static String torn(final List<Loss> losses) {
            return losses.stream().filter(loss -> !loss.equals(sum(loss))).map(loss -> "torn: " + loss).findFirst()
                    .orElse("");
        }

        private static String missing(final List<Loss> losses) {
            for (long writer = 0; writer < WRITERS; writer++) {
                final long id = writer;
                final long gaps = losses.stream().filter(loss -> loss.publisher().session() == id)
                        .mapToLong(Loss::gaps).sum();
                if (gaps != EACH) {
                    return "of " + EACH + " gaps, " + gaps + " are in the report";
                }
            }
            return "";
        }

        private static Loss gap(final long writer, final long n) {
            return new Loss(n, new Loss.Publisher("s", writer, writer),
                    new Loss.Reporter("r" + writer, writer, writer),
                    new Loss.Extent(n * STRIDE, n * STRIDE + LENGTH - 1, LENGTH, 1),
                    GapCause.values()[(int) (n % GapCause.values().length)], "cause " + "c".repeat((int) n % 100));
        }

        /** The value of a writer that began with the same gap, and summed as many. */
        private static Loss sum(final Loss found) {
            final long writer = found.publisher().session();
            final long first = found.first() / STRIDE;
            final Loss newest = gap(writer, first + found.gaps() - 1);
            return new Loss(newest.epochNs(), newest.publisher(), newest.subscriber(),
                    new Loss.Extent(first * STRIDE, newest.last(), LENGTH * found.gaps(), found.gaps()),
                    newest.cause(), newest.description());
        }
    }

    @Test
    void copyIsOneSumAndNoGapIsMissing() {
        assertEquals("", new Race().apply(directory));
    }

    @Test
    void sumThatIsNotAnnouncedIsFound() {
        final String found = new Mutant("a sum is written without being announced",
                "io/verbus/internal/monitor/LossReportFile.java",
                "if (!report.compareAndSetLong(entry + STATE_OFFSET, number + 1, -(number + 1))) {",
                """
                        if (report.getLongVolatile(entry + STATE_OFFSET) == number + 1) {
                            LossEntry.encode(sum, report, entry);
                            return true;
                        }
                        if (number >= 0) {""").inside(Race.class).apply(directory);
        System.out.println("planted: a sum is written without being announced; found: " + found);
        assertNotEquals("", found);
    }
}
