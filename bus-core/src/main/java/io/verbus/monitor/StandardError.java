package io.verbus.monitor;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Standard error for threads that must not block: one {@link BackgroundPrinter} for the process, with a queue of 256
 * KiB. At the exit of the JVM the rest of the queue is written, for up to a second. Thread-safe.
 */
public final class StandardError {
    private static final int CAPACITY_BYTES = 256 << 10;
    private static final Duration AT_MOST = Duration.ofSeconds(1);

    private StandardError() {
    }

    /** {@return standard error; printing never blocks, and a line that does not fit is dropped and counted} */
    public static PrintStream stream() {
        return Holder.STREAM;
    }

    /** Waits until all earlier lines are written, for up to a second. */
    public static void drain() {
        Holder.PRINTER.drain(AT_MOST);
    }

    /** Created at first use, so that a process that prints nothing has no thread for it. */
    private static final class Holder {
        private static final BackgroundPrinter PRINTER = new BackgroundPrinter(new Target(), CAPACITY_BYTES,
                "standard error");
        private static final PrintStream STREAM = new PrintStream(PRINTER, false, System.err.charset());

        static {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(StandardError::drain, "verbus-printer-exit"));
            } catch (final IllegalStateException e) {
                // The JVM is ending already.
            }
        }
    }

    /** The current value of {@link System#err}. */
    private static final class Target extends OutputStream {
        @Override
        public void write(final int b) {
            System.err.write(b);
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) {
            System.err.write(bytes, offset, length);
        }

        @Override
        public void flush() {
            System.err.flush();
        }
    }
}
