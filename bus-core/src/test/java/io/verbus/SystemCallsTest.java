package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Claim, commit and poll make no system call. strace counts those of a thread between two marks. The JVM stops the
 * thread now and then, and that is a call: of several parts of a run, the one with the least is taken.
 */
class SystemCallsTest {
    /** Of a file that does not exist: to look for it is one call. */
    private static final Path MARK = Path.of("/verbus-mark");
    private static final int PARTS = 10;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    @TempDir
    private Path folder;

    /** Publishes and polls, with marks around each part; the last part makes system calls. */
    static final class Steady {
        private static final int WARM_UP = 300_000;
        private static final int MESSAGES = 2_000;
        private static final int LENGTH = 64;
        private static long delivered;

        public static void main(final String[] args) {
            try (Bus bus = Bus.launch();
                    Publication publication = bus.publish("s");
                    Subscription subscription = bus.subscribe("s")) {
                publication.awaitSubscribers(1, Duration.ofMinutes(1));
                run(publication, subscription, WARM_UP);
                for (int part = 0; part < PARTS; part++) {
                    Files.exists(MARK);
                    run(publication, subscription, MESSAGES);
                    Files.exists(MARK);
                }
                Files.exists(MARK);
                run(publication, subscription, MESSAGES);
                Files.exists(Path.of("/verbus-call"));
                Files.exists(MARK);
                assertEquals(publication.sequence(), delivered);
            }
        }

        private static void run(final Publication publication, final Subscription subscription, final int messages) {
            for (int i = 0; i < messages; i++) {
                if (publication.claim(LENGTH) >= 0) {
                    publication.commit();
                }
                delivered += subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
                delivered += subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1); // finds none
            }
        }
    }

    @BeforeAll
    static void requireStrace() {
        assumeTrue(canTrace(), "strace is not installed, or may not trace here: sudo apt-get install strace");
    }

    private static boolean canTrace() {
        try {
            final Process traced = new ProcessBuilder("strace", "-qq", "-o", "/dev/null", "true").start();
            return traced.onExit().join().exitValue() == 0;
        } catch (final IOException e) {
            return false;
        }
    }

    @Test
    void publishingAndPollingMakeNone() throws IOException {
        final Path trace = folder.resolve("trace");
        try (Forked process = Forked.startWithin(List.of("strace", "-f", "-qq", "-o", trace.toString()), Steady.class,
                directory)) {
            assertEquals(0, process.exitStatus(), process::output);
        }
        final List<List<String>> parts = parts(Files.readAllLines(trace));
        assertEquals(PARTS + 1, parts.size(), parts::toString);
        assertTrue(parts.subList(0, PARTS).stream().anyMatch(List::isEmpty), parts::toString);
        assertTrue(parts.getLast().stream().anyMatch(call -> call.contains("\"/verbus-call\"")),
                "this one makes a call");
    }

    /** The calls between the marks, of the thread that makes them. */
    private static List<List<String>> parts(final List<String> lines) {
        final String mark = '"' + MARK.toString() + '"';
        final String thread = lines.stream().filter(line -> line.contains(mark)).findFirst()
                .map(line -> line.substring(0, line.indexOf(' ') + 1)).orElseThrow();
        final List<List<String>> parts = new ArrayList<>();
        List<String> open = null;
        for (final String line : lines) {
            if (!line.startsWith(thread) || line.contains(" resumed>")) {
                continue;
            }
            if (!line.contains(mark)) {
                if (open != null) {
                    open.add(line);
                }
            } else if (open == null) {
                open = new ArrayList<>();
            } else {
                parts.add(open);
                open = null;
            }
        }
        return parts;
    }
}
