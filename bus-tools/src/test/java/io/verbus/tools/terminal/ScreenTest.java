package io.verbus.tools.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.verbus.support.Patience;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ScreenTest {
    @Test
    void blockedStandardOutputDoesNotBlockThePollingThread() {
        final Blocked out = new Blocked();
        final Screen screen = Screen.inBackground(new PrintWriter(out), new PrintWriter(new StringWriter()), true);
        assertTimeoutPreemptively(Patience.LIMIT, () -> {
            for (int i = 0; i < 100; i++) {
                screen.print("line " + i);
            }
        });
        out.release.countDown();
        screen.finish();
        screen.print("the end");
        final StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            expected.append("line ").append(i).append('\n');
        }
        assertEquals(expected + "the end\n", out.written.toString());
    }

    @Test
    void finishedScreenWritesAllOutput() {
        final StringWriter out = new StringWriter();
        final Screen screen = Screen.inBackground(new PrintWriter(out), new PrintWriter(new StringWriter()), false);
        screen.finish();
        final String line = "x".repeat(1 << 20);
        screen.print(line);
        assertEquals(line + "\n", out.toString());
    }

    /** A writer that blocks until it is released. */
    private static final class Blocked extends Writer {
        private final CountDownLatch release = new CountDownLatch(1);
        private final StringBuffer written = new StringBuffer();

        @Override
        public void write(final char[] text, final int offset, final int length) {
            try {
                release.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            written.append(text, offset, length);
        }

        @Override
        public void flush() {
            // no buffer
        }

        @Override
        public void close() {
            // no resources
        }
    }
}
