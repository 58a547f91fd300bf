package io.verbus.latency.frame;

import static io.verbus.latency.frame.FrameLayout.CAPACITY;
import static io.verbus.latency.frame.FrameLayout.CHUNK;
import static io.verbus.latency.frame.FrameLayout.CLEAR_AHEAD;
import static io.verbus.latency.frame.FrameLayout.HEADER;
import static io.verbus.latency.frame.FrameLayout.aligned;
import static io.verbus.latency.frame.FrameLayout.offset;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel.MapMode;
import org.agrona.concurrent.UnsafeBuffer;

/** The writing end of a ring: claim, encode, commit. One thread. */
final class RingPublisher implements PublishingEnd {
    private static final int BACK_PRESSURED = -1;

    private final UnsafeBuffer logHeader;
    private final UnsafeBuffer ring;
    private final UnsafeBuffer readerPosition;
    private long position;
    private long sequence;
    /** With {@link FrameLayout#CLEAR_AHEAD}: the commit words below this position are cleared. */
    private long cleared;
    /** The next commit word must lie below this position, else {@link #raiseLimit}. */
    private long limit = FrameLayout.CHUNKED ? CHUNK : CAPACITY;

    RingPublisher(final LogFiles files) throws IOException {
        final UnsafeBuffer log = files.mapLog(MapMode.READ_WRITE);
        logHeader = new UnsafeBuffer(log, 0, FrameLayout.LOG_HEADER);
        ring = new UnsafeBuffer(log, FrameLayout.LOG_HEADER, CAPACITY);
        readerPosition = files.mapPosition(MapMode.READ_ONLY);
    }

    @Override
    public void publish(final long value) {
        int payload;
        while ((payload = claim(FrameLayout.PAYLOAD)) == BACK_PRESSURED) {
            FrameLayout.idle();
        }
        Payload.encode(ring, payload, value);
        commit(FrameLayout.PAYLOAD);
    }

    /** Offset of the payload in the ring, or {@link #BACK_PRESSURED}. */
    private int claim(final int length) {
        final int bytes = aligned(HEADER + length);
        final int rest = CAPACITY - offset(position);
        if (bytes > rest && !padToTheEnd(rest)) {
            return BACK_PRESSURED;
        }
        final long next = position + bytes;
        if (next + FrameLayout.RESERVE >= limit && !raiseLimit(next + FrameLayout.RESERVE)) {
            return BACK_PRESSURED;
        }
        return offset(position) + HEADER;
    }

    private void commit(final int length) {
        final int frame = offset(position);
        ring.putLong(frame + FrameLayout.SEQUENCE_OFFSET, sequence++);
        if (FrameLayout.TIME_STAMP) {
            ring.putLong(frame + FrameLayout.TIME_STAMP_OFFSET, System.nanoTime());
        }
        setCommitWord(frame, position + aligned(HEADER + length), HEADER + length);
    }

    private boolean padToTheEnd(final int rest) {
        final long next = position + rest;
        if (next + FrameLayout.RESERVE >= limit && !raiseLimit(next + FrameLayout.RESERVE)) {
            return false;
        }
        setCommitWord(offset(position), next, FrameLayout.PADDING | rest);
        return true;
    }

    /** Makes the frame visible, whole, after the commit word of the next one has been cleared. */
    private void setCommitWord(final int frame, final long next, final int lengthAndFlags) {
        final int word = lengthAndFlags | FrameLayout.lapFlag(position);
        if (FrameLayout.CLEAR && CLEAR_AHEAD == 0) {
            clear(offset(next));
        }
        if (CLEAR_AHEAD > 0 && cleared <= next) {
            clearFrom(next);
        }
        if (FrameLayout.WIDE_COMMIT_WORD) {
            ring.putLongRelease(frame, 1L << 32 | word);
        } else {
            ring.putInt(frame + FrameLayout.TYPE_OFFSET, 1);
            if (FrameLayout.VOLATILE_COMMIT) {
                ring.putIntVolatile(frame, word);
            } else {
                ring.putIntRelease(frame, word); // COMMIT
            }
        }
        position = next;
        if (CLEAR_AHEAD > 0) {
            clearTo(next + CLEAR_AHEAD);
        }
    }

    /** After the commit, on lines that no reader waits for: the stores fetch what the next frames are written to. */
    private void clearTo(final long end) {
        while (cleared < end) {
            final int block = offset(cleared);
            for (int i = 0; i < FrameLayout.CLEAR_BLOCK; i += FrameLayout.ALIGNMENT) {
                clear(block + i);
            }
            cleared += FrameLayout.CLEAR_BLOCK;
        }
    }

    /** Before the commit of a frame that is longer than CLEAR_AHEAD. */
    private void clearFrom(final long next) {
        cleared = next;
        do {
            clear(offset(cleared));
            cleared += FrameLayout.ALIGNMENT;
        } while (cleared % FrameLayout.CLEAR_BLOCK != 0);
    }

    private void clear(final int frame) {
        if (FrameLayout.WIDE_COMMIT_WORD) {
            ring.putLong(frame, 0);
        } else {
            ring.putInt(frame, 0);
        }
    }

    /**
     * Slow path: {@code next}, up to which commit words will be cleared, reaches the limit. False when the reader
     * is in the way. With CLEAR_AHEAD the table's entry comes early: same cost, but the bus stores it at the frame.
     */
    private boolean raiseLimit(final long next) {
        if (!FrameLayout.CHUNKED) {
            limit = readerPosition.getLongAcquire(0) + CAPACITY;
            return next < limit;
        }
        final long newLimit = next / CHUNK * CHUNK + CHUNK;
        final long horizon = newLimit - CAPACITY;
        if (horizon > 0) {
            if (readerPosition.getLongAcquire(0) < horizon) {
                return false;
            }
            logHeader.putLongRelease(FrameLayout.HORIZON_OFFSET, horizon); // HORIZON
            VarHandle.fullFence();
            if (readerPosition.getLongAcquire(0) < horizon) {
                return false;
            }
        }
        final int entry = FrameLayout.CHUNK_TABLE_OFFSET + (int) (next / CHUNK % FrameLayout.CHUNKS) * 16;
        logHeader.putLong(entry, next);
        logHeader.putLong(entry + Long.BYTES, sequence + 1);
        limit = newLimit;
        return true;
    }
}
