package io.verbus.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.Action;
import io.verbus.Publication;
import io.verbus.support.ShmDir;
import io.verbus.tcp.support.LoopbackStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel counts the writes of each thread: one for a single message, far less than one for each at rate. */
class TcpSystemCallsTest {
    private static final Path COUNTS = Path.of("/proc/thread-self/io");
    private static final String WRITES = "syscw: ";
    private static final int PARTS = 10;
    private static final int MESSAGES = 5_000;
    private static final int SINGLES = 100;
    private static final int LENGTH = 32;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private long delivered;

    @Test
    void singleMessageIsOneWriteOfThePublishingThread() throws IOException {
        assumeTrue(Files.exists(COUNTS), "the kernel does not count system calls");
        try (LoopbackStream stream = new LoopbackStream(directory, 1)) {
            long least = Long.MAX_VALUE; // credit and heartbeats are written by other threads
            for (int part = 0; part < PARTS; part++) {
                final long before = writes();
                for (int i = 0; i < SINGLES; i++) {
                    publish(stream.publication());
                    while (delivered < stream.publication().sequence()) {
                        poll(stream);
                    }
                }
                least = Math.min(least, writes() - before);
            }
            assertTrue(least <= SINGLES + 1, least + " writes of " + SINGLES + " messages");
        }
    }

    @Test
    void publishingThreadAtRateLeavesItsWrites() throws Exception {
        assumeTrue(Files.exists(COUNTS), "the kernel does not count system calls");
        final AtomicBoolean isOver = new AtomicBoolean();
        try (LoopbackStream stream = new LoopbackStream(directory, 1)) {
            final Thread reader = new Thread(() -> {
                while (!isOver.get()) {
                    poll(stream);
                }
            });
            reader.start();
            long least = Long.MAX_VALUE;
            for (int part = 0; part < PARTS; part++) {
                final long before = writes();
                for (int i = 0; i < MESSAGES; i++) {
                    publish(stream.publication());
                }
                least = Math.min(least, writes() - before);
            }
            isOver.set(true);
            reader.join();
            assertTrue(least < MESSAGES / 10, least + " writes of " + MESSAGES + " messages");
            assertEquals((long) PARTS * MESSAGES, stream.publication().sequence());
        }
    }

    private static void publish(final Publication publication) {
        while (publication.claim(LENGTH) < 0) {
            Thread.onSpinWait(); // the log is full
        }
        publication.commit();
    }

    private void poll(final LoopbackStream stream) {
        delivered += stream.subscriptions().getFirst().poll((buffer, offset, length, header) -> Action.TAKEN, MESSAGES);
    }

    /** Of the calling thread. */
    private static long writes() throws IOException {
        return Files.readAllLines(COUNTS).stream().filter(line -> line.startsWith(WRITES))
                .mapToLong(line -> Long.parseLong(line.substring(WRITES.length()))).findFirst().orElseThrow();
    }
}
