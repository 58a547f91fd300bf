package io.verbus.internal.os;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/**
 * How long a thread has run on a core, and has waited for one, as the kernel counts it ({@code schedstat}). Opened by
 * the thread itself; then read by one thread at a time, without allocation.
 */
public final class ThreadTimes implements AutoCloseable {
    private static final int LENGTH = 80;

    private final RandomAccessFile file;
    private final byte[] text = new byte[LENGTH];
    private int at;
    private long ranNs;
    private long waitedNs;

    private ThreadTimes(final RandomAccessFile file) {
        this.file = file;
    }

    /**
     * The times of the calling thread.
     *
     * @return its times; null if the kernel does not count them
     */
    public static ThreadTimes ofCaller() {
        try {
            final ThreadTimes times = new ThreadTimes(new RandomAccessFile("/proc/thread-self/schedstat", "r"));
            if (times.read()) {
                return times;
            }
            times.close();
        } catch (final IOException _) {
            // A kernel without CONFIG_SCHED_INFO, or a sandbox.
        }
        return null;
    }

    /**
     * Reads the times.
     *
     * @return false if the thread has ended
     */
    public boolean read() {
        try {
            file.seek(0);
            final int length = file.read(text);
            at = 0;
            ranNs = number(length);
            waitedNs = number(length);
            return length > 0;
        } catch (final IOException _) {
            return false;
        }
    }

    private long number(final int length) {
        long number = 0;
        while (at < length && text[at] >= '0' && text[at] <= '9') {
            number = number * 10 + text[at++] - '0';
        }
        at++;
        return number;
    }

    /** {@return time on a core so far, as of the last read, in nanoseconds} */
    public long ranNs() {
        return ranNs;
    }

    /** {@return time in which it was ready to run and had no core, likewise} */
    public long waitedNs() {
        return waitedNs;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (final IOException _) {
            // It was only read.
        }
    }

    @Override
    public String toString() {
        return new String(text, 0, Math.max(0, at), StandardCharsets.US_ASCII);
    }
}
