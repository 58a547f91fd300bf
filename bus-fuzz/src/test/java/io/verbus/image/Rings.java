package io.verbus.image;

import io.verbus.log.Log;
import io.verbus.log.LogIdentity;
import io.verbus.log.LogLayout;
import java.nio.file.Path;

/** Logs without a name, whose bytes targets write as they like. */
final class Rings {
    static final int CAPACITY = LogLayout.MIN_CAPACITY;

    private Rings() {
    }

    /** A log that is gone when its process is. */
    static Log unnamed(final Path scratch, final boolean timestamps) {
        return Log.image(scratch.resolve(timestamps ? "timed" : "plain"), ProcessHandle.current().pid(),
                new LogIdentity("md.fuzz", 11, "publisher", CAPACITY, timestamps, 7, 1, 0, 0, "fuzz"));
    }

    /** Lays bytes at a position, round the end of the ring; more than a lap is not taken. */
    static void lay(final Log log, final long position, final byte[] bytes) {
        final int length = Math.min(bytes.length, CAPACITY);
        final int offset = (int) position & CAPACITY - 1;
        final int first = Math.min(length, CAPACITY - offset);
        log.ring().putBytes(offset, bytes, 0, first);
        log.ring().putBytes(0, bytes, first, length - first);
    }

    /** The ring's bytes from a position on, round its end. */
    static byte[] copy(final Log log, final long position, final int length) {
        final byte[] bytes = new byte[length];
        final int offset = (int) position & CAPACITY - 1;
        final int first = Math.min(length, CAPACITY - offset);
        log.ring().getBytes(offset, bytes, 0, first);
        log.ring().getBytes(0, bytes, first, length - first);
        return bytes;
    }
}
