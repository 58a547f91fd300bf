package io.verbus.internal.image;

import static io.verbus.internal.image.Image.MAX_BATCH;
import static io.verbus.internal.log.FrameLayout.DATA;
import static io.verbus.internal.log.FrameLayout.SEQUENCE_OFFSET;
import static io.verbus.internal.log.FrameLayout.align;
import static io.verbus.internal.log.FrameLayout.kind;
import static io.verbus.internal.log.FrameLayout.kindOf;
import static io.verbus.internal.log.FrameLayout.length;

import io.verbus.Action;
import io.verbus.PollHandler;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.os.OffHeapBuffer;
import io.verbus.internal.os.OffHeapLongs;

/**
 * Delivers copies of whole messages while a local image that never gates its publisher is in its ordinary state. An
 * empty poll loads one or two words of the log, and the horizon. Used by one thread.
 *
 * <p>Each frame is copied, then the horizon is read: the copy is valid if that is not above the frame. Longer frames
 * than the copy has room for are left to the checked path.
 */
final class CopyingReader extends OrdinaryReader {
    private static final long DATA_KIND = kindOf(DATA);
    /** Frames are copied word by word. Longer ones take the checked path, which copies in bulk; not measured. */
    private static final int MAX_LENGTH = 1024;

    private final OffHeapBuffer copy = OffHeapBuffer.allocate(MAX_LENGTH);
    private final OffHeapLongs copied = new OffHeapLongs(copy);
    private final int longest;

    /**
     * A closed reader.
     *
     * @param log to read
     * @param reader of the same log, at the same frame
     * @param consumed position, as the publisher sees it
     */
    CopyingReader(final Log log, final FrameReader reader, final LocalSubscriberPosition consumed) {
        super(log, reader, consumed);
        this.longest = Math.min(chunkLength, MAX_LENGTH);
    }

    @Override
    int poll(final PollHandler handler, final int limit) {
        if (!open) {
            return CHECK;
        }
        final long start = reader.position();
        final int offset = (int) start & (capacity - 1);
        fetchSecondLine(offset);
        if (ring.getLongAcquire(offset) != 0) {
            return deliver(handler, limit, start, offset);
        }
        // A lapped reader may find an empty word inside a later frame.
        return Horizon.isAbove(logHeader, start) ? check() : 0;
    }

    private int deliver(final PollHandler handler, final int limit, final long start, final int first) {
        // Locals, because all fields, also final ones, are loaded again after each acquire.
        final OffHeapLongs ring = this.ring;
        final OffHeapLongs logHeader = this.logHeader;
        final OffHeapLongs copied = this.copied;
        final long base = start - first;
        final int end = Math.min(capacity, first + batchLength);
        final long before = reader.sequence();
        final long last = before + Math.min(limit, MAX_BATCH);
        long next = before;
        int offset = first;
        int lastLength = 0;
        boolean taken = true;
        while (next < last && offset < end) {
            final long word = ring.getLongAcquire(offset); // SYNC commit with LogWriter: the release
            final int length = length(word);
            final int aligned = align(length);
            // The horizon is read first, too: a useless copy is avoided.
            if (!isCopied(word, length, aligned, capacity - offset) || Horizon.isAbove(logHeader, base + offset)) {
                break;
            }
            copy(ring, offset, copied, aligned);
            if (Horizon.isAbove(logHeader, base + offset)) {
                reader.discardCopy();
                break;
            }
            if (copied.getLong(SEQUENCE_OFFSET) != next) {
                break;
            }
            header.set(next, base + offset + aligned);
            taken = take(handler, length);
            if (!taken) {
                break;
            }
            offset += aligned;
            lastLength = aligned;
            next++;
        }
        expect(base + offset, lastLength);
        return taken && next == before ? check() : moveTo(base + offset, next, before);
    }

    /** Whether a frame is a whole message of a length for which the copy has room. */
    private boolean isCopied(final long word, final int length, final int aligned, final int rest) {
        return kind(word) == DATA_KIND && length >= payloadOffset && aligned <= longest && aligned <= rest;
    }

    /** Copies a frame without its commit word. */
    private static void copy(final OffHeapLongs ring, final int offset, final OffHeapLongs copied, final int length) {
        for (int i = SEQUENCE_OFFSET; i < length; i += Long.BYTES) {
            copied.putLong(i, ring.getLong(offset + i));
        }
    }

    /** Returns the number of messages from the sequence before. */
    private int moveTo(final long position, final long sequence, final long before) {
        reader.moveOver(position, sequence);
        consumed.advance(position);
        return (int) (sequence - before);
    }

    /** Delivers the copy; the header is set. Returns whether it was taken. */
    private boolean take(final PollHandler handler, final int length) {
        try {
            return reader.deliver(handler, copy, 0, length) != Action.NOT_TAKEN;
        } catch (final VirtualMachineError e) { // the reader is past the message
            consumed.advance(reader.position());
            throw e;
        }
    }
}
