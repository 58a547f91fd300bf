package io.verbus.tools.stat;

import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.spi.LogIdentity;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The next message of a reader, from the header of its frame in the log.
 *
 * @param sequence of the message; {@link #UNKNOWN} if it is overwritten
 * @param publishedNs its timestamp, on the monotonic clock; {@link #UNKNOWN} if it is overwritten or has none
 * @param overwritten whether the publisher has overwritten it, or may do so at any time
 */
record UnreadMessage(long sequence, long publishedNs, boolean overwritten) {
    static final long UNKNOWN = -1;
    /** The publication has ended. */
    static final UnreadMessage NONE = new UnreadMessage(UNKNOWN, UNKNOWN, false);
    private static final UnreadMessage OVERWRITTEN = new UnreadMessage(UNKNOWN, UNKNOWN, true);

    /** Reads the frame at a position, which is before the end of the log. */
    static UnreadMessage at(final long position, final LogIdentity log, final MappedFile file) {
        final UnsafeBuffer frame = frame(position, log, file);
        final long word = frame.getLongVolatile(FrameLayout.COMMIT_WORD_OFFSET);
        if (FrameLayout.kind(word) == FrameLayout.kindOf(FrameLayout.PADDING) && !isRingStart(position, log)) {
            return at(nextRingStart(position, log), log, file);
        }
        final long sequence = frame.getLong(FrameLayout.SEQUENCE_OFFSET);
        final long publishedNs = log.timestamps() && FrameLayout.isData(word)
                ? frame.getLong(FrameLayout.TIMESTAMP_OFFSET)
                : UNKNOWN;
        final OffHeapLongs header = new OffHeapLongs(file.buffer(0, LogLayout.HEADER_LENGTH));
        return Horizon.isAbove(header, position)
                ? OVERWRITTEN
                : new UnreadMessage(sequence, publishedNs, false);
    }

    private static UnsafeBuffer frame(final long position, final LogIdentity log, final MappedFile file) {
        return file.buffer(LogLayout.ringOffset(log.session()) + (position & log.capacity() - FrameLayout.ALIGNMENT),
                FrameLayout.ALIGNMENT);
    }

    private static boolean isRingStart(final long position, final LogIdentity log) {
        return (position & log.capacity() - 1) == 0;
    }

    private static long nextRingStart(final long position, final LogIdentity log) {
        return (position | log.capacity() - 1) + 1;
    }
}
