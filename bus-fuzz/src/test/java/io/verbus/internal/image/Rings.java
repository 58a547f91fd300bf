package io.verbus.internal.image;

import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.spi.LogIdentity;
import java.nio.file.Path;

/** Unnamed logs that targets write arbitrarily. */
final class Rings {
    static final int CAPACITY = LogLayout.MIN_CAPACITY;

    private Rings() {
    }

    /** A log that is removed with its process. */
    static Log unnamed(final Path scratch, final boolean timestamps) {
        return Log.image(scratch.resolve(timestamps ? "timed" : "plain"), ProcessHandle.current().pid(),
                new LogIdentity("md.fuzz", 11, "publisher", CAPACITY, timestamps, 7, 1, 0, 0, "fuzz"));
    }

    /** Copies bytes to a position, around the end of the ring; at most one lap. */
    static void lay(final Log log, final long position, final byte[] bytes) {
        final int length = Math.min(bytes.length, CAPACITY);
        final int offset = (int) position & CAPACITY - 1;
        final int first = Math.min(length, CAPACITY - offset);
        log.ring().putBytes(offset, bytes, 0, first);
        log.ring().putBytes(0, bytes, first, length - first);
    }

    /** The ring's bytes from a position, around its end. */
    static byte[] copy(final Log log, final long position, final int length) {
        final byte[] bytes = new byte[length];
        final int offset = (int) position & CAPACITY - 1;
        final int first = Math.min(length, CAPACITY - offset);
        log.ring().getBytes(offset, bytes, 0, first);
        log.ring().getBytes(0, bytes, first, length - first);
        return bytes;
    }
}
