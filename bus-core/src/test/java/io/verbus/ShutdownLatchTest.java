package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.monitor.StandardError;
import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a process by a signal, with its resources closed, or after the limit. */
class ShutdownLatchTest {
    private static final int BY_SIGTERM = 128 + 15;
    private static final int LINES = 1_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void signalEndsTheProcessAfterTheLatchIsClosed() throws IOException {
        try (Forked process = Forked.start(Waiting.class, directory)) {
            process.awaitLine("ready");
            process.interrupt();
            assertEquals(BY_SIGTERM, process.exitStatus());
            assertEquals(LINES, process.output().lines().filter("requested: true"::equals).count());
        }
    }

    @Test
    void processThatDoesNotCloseEndsAfterTheLimit() throws IOException {
        try (Forked process = Forked.start(Stuck.class, directory)) {
            process.awaitLine("ready");
            process.interrupt();
            assertEquals(BY_SIGTERM, process.exitStatus());
        }
    }

    /** Also if it is printed after the latch is closed. */
    @Test
    void failureOfAResourceIsPrinted() throws IOException {
        try (Forked process = Forked.start(Failing.class, directory)) {
            process.awaitLine("ready");
            process.interrupt();
            assertEquals(3, process.exitStatus(), process::output);
            assertTrue(process.output().contains("not closed: the disk is full"), process::output);
        }
    }

    @Test
    void closedLatchDoesNotDelayTheExit() throws IOException {
        try (Forked process = Forked.start(Closed.class, directory)) {
            assertEquals(3, process.exitStatus(), process::output);
        }
    }

    @Test
    void nothingIsRequestedWithoutASignal() {
        final ShutdownLatch latch = ShutdownLatch.register(Duration.ofSeconds(1));
        latch.close();
        assertFalse(latch.isRequested());
        latch.close(); // no effect
    }

    /** Waits for the signal, and prints lines in the background, which the end of the process must not truncate. */
    static final class Waiting {
        private Waiting() {
        }

        public static void main(final String[] arguments) throws InterruptedException {
            try (ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofMinutes(1))) {
                System.out.println("ready");
                shutdown.await();
                for (int i = 0; i < LINES; i++) {
                    StandardError.stream().println("requested: " + shutdown.isRequested());
                }
            }
        }
    }

    /** Never closes its latch. */
    static final class Stuck {
        private Stuck() {
        }

        public static void main(final String[] arguments) throws InterruptedException {
            final ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofMillis(100));
            System.out.println("ready");
            shutdown.await();
            new CountDownLatch(1).await();
        }
    }

    /** A resource of it fails to close; the lines about that come late, as from a slow thread. */
    static final class Failing {
        private Failing() {
        }

        public static void main(final String[] arguments) throws InterruptedException {
            try (ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofMinutes(1))) {
                System.out.println("ready");
                shutdown.await();
                throw new BusException("the disk is full");
            } catch (final BusException e) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                System.err.println("not closed: " + e.getMessage());
                ShutdownLatch.endWith(3);
            }
        }
    }

    /** Exits after its latch is closed; the hook of the latch would wait longer than the test. */
    static final class Closed {
        private Closed() {
        }

        public static void main(final String[] arguments) {
            ShutdownLatch.register(Duration.ofHours(1)).close();
            System.exit(3);
        }
    }
}
