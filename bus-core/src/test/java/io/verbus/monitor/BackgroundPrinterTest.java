package io.verbus.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundPrinterTest {
    private static final Duration LONG = Duration.ofMinutes(8);

    private final Blockable target = new Blockable();
    private final BackgroundPrinter printer = new BackgroundPrinter(target, 1_000, "the target");
    private final PrintStream out = new PrintStream(printer, false, UTF_8);

    @AfterEach
    void close() {
        target.open.countDown();
        printer.close();
    }

    @Test
    void writesArriveInOrder() {
        target.open.countDown();
        for (int i = 0; i < 20; i++) {
            out.println("line " + i);
        }

        assertTrue(printer.drain(LONG));

        assertEquals(20, target.text().lines().count());
        assertTrue(target.text().startsWith("line 0\nline 1\n") && target.text().endsWith("line 19\n"), target::text);
        assertEquals(0, printer.dropped());
    }

    @Test
    void blockedTargetDoesNotBlockPrintingAndDroppedLinesAreReported() {
        assertTimeoutPreemptively(LONG, () -> {
            for (int i = 0; i < 10_000; i++) {
                out.println("line " + i + " of text");
                out.flush();
            }
        });
        final long dropped = printer.dropped();
        assertTrue(dropped > 9_000 && dropped < 10_000, () -> dropped + " dropped");
        assertFalse(printer.drain(Duration.ofMillis(1)));

        target.open.countDown();
        assertTrue(printer.drain(LONG));
        out.println("after");
        assertTrue(printer.drain(LONG));

        assertEquals(10_000 - dropped + 2, target.text().lines().count());
        assertTrue(target.text().endsWith(String.format("verbus: the target was blocked: %,d lines were not printed\n"
                + "after\n", dropped)), target::text);
    }

    @Test
    void failingTargetDoesNotEndTheThread() {
        target.fails = true;
        target.open.countDown();
        out.println("lost");
        assertTrue(printer.drain(LONG));

        target.fails = false;
        out.println("kept");
        assertTrue(printer.drain(LONG));

        assertEquals("kept\n", target.text());
    }

    @Test
    void closedPrinterDropsWrites() {
        target.open.countDown();
        out.println("before");
        printer.close();
        out.println("after");

        assertEquals("before\n", target.text());
        assertEquals(1, printer.dropped());
    }

    /** A pipe that is not read until it is opened. */
    private static final class Blockable extends OutputStream {
        private final CountDownLatch open = new CountDownLatch(1);
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private volatile boolean fails;

        @Override
        public void write(final int b) throws IOException {
            write(new byte[]{(byte) b}, 0, 1);
        }

        @Override
        public void write(final byte[] from, final int offset, final int length) throws IOException {
            try {
                open.await();
            } catch (final InterruptedException e) {
                throw new IOException(e);
            }
            if (fails) {
                throw new IOException("no space");
            }
            bytes.write(from, offset, length);
        }

        String text() {
            return bytes.toString(UTF_8);
        }
    }
}
