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
 * Delivers whole messages in place while nothing overwrites them, in the ordinary state of an image. It checks each
 * frame: kind, length, sequence, horizon. Used by one thread.
 */
abstract sealed class InPlaceReader extends OrdinaryReader permits GatingReader, ArrivalReader {
    private static final long DATA_KIND = kindOf(DATA);

    private final OffHeapBuffer frames;
    private final Runnable onDoubtful;

    /**
     * A closed reader.
     *
     * @param log to read
     * @param reader of the same log, at the same frame
     * @param consumed position, as the publisher sees it
     * @param onDoubtful called when the last delivered message may have changed during its handler: the reader is
     *     lapped, and this one closed
     */
    InPlaceReader(final Log log, final FrameReader reader, final SubscriberPosition consumed,
            final Runnable onDoubtful) {
        super(log, reader, consumed);
        this.frames = log.ring();
        this.onDoubtful = onDoubtful;
    }

    /**
     * Delivers messages.
     *
     * @param handler receives them
     * @param limit of messages
     * @param start the reader's position
     * @param first its offset in the ring
     * @param room offset above which no frame may end
     * @return the number of messages taken, or {@link #CHECK}
     */
    final int deliver(final PollHandler handler, final int limit, final long start, final int first, final int room) {
        // Locals, because all fields, also final ones, are loaded again after each acquire.
        final OffHeapLongs ring = this.ring;
        final OffHeapLongs logHeader = this.logHeader;
        final FrameReader reader = this.reader;
        final int payloadOffset = this.payloadOffset;
        final int chunkLength = this.chunkLength;
        final long base = start - first;
        final int end = Math.min(room, first + batchLength);
        final long before = reader.sequence();
        final long last = before + Math.min(limit, MAX_BATCH);
        // The lowest position still to be compared with the horizon: that of the last message, or of the first frame.
        long lowest = start;
        long next = before;
        int offset = first;
        boolean taken = true;
        while (next < last && offset < end) {
            final long word = ring.getLongAcquire(offset); // SYNC commit with LogWriter: the release
            final int length = length(word);
            final int after = offset + align(length);
            if (kind(word) != DATA_KIND || length < payloadOffset || length > chunkLength || after > room
                    || ring.getLong(offset + SEQUENCE_OFFSET) != next || Horizon.isAbove(logHeader, lowest)) {
                break;
            }
            lowest = base + offset; // the message before is verified
            header.set(next, base + after);
            if (!take(handler, offset, length, lowest)) {
                taken = false;
                break;
            }
            offset = after;
            next++;
        }
        final int count = (int) (next - before);
        if (count > 0) {
            moveTo(base + offset, next, lowest);
        } else if (taken) {
            return check();
        }
        return count;
    }

    /** Delivers a message of which the header is set; returns whether it was taken. */
    private boolean take(final PollHandler handler, final int offset, final int length, final long lowest) {
        try {
            return reader.deliver(handler, frames, offset, length) != Action.NOT_TAKEN;
        } catch (final VirtualMachineError e) { // the reader is past the message
            moveTo(reader.position(), reader.sequence(), lowest);
            throw e;
        }
    }

    private void moveTo(final long position, final long sequence, final long lowest) {
        reader.moveOver(position, sequence);
        expect(position, position - lowest);
        if (lowest < position && Horizon.isAbove(logHeader, lowest)) {
            open = false;
            reader.lapped();
            onDoubtful.run();
        } else {
            consumed.advance(position);
        }
    }
}
