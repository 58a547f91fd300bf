package io.verbus.latency.subject.ring;

import io.verbus.internal.os.OffHeapBuffer;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.PublishingEnd;

/**
 * The writer of a ring with commit words in an index of their own, one after the other: the reader that waits for a
 * message takes a line of the index from the writer, and no line into which the writer encodes. A commit word has the
 * number of the message, so it differs from the one of the lap before, and nothing is cleared.
 */
final class IndexedPublishing implements PublishingEnd {
    private final RingFile file;
    private final OffHeapBuffer frames;
    private final OffHeapLongs headers;
    private final OffHeapLongs index;
    private final int header;
    private final int capacity;
    private final int slots;
    private final int length;
    private final int frameLength;
    private long sequence;
    private long position;
    /** The reader has consumed at least everything before this position minus the capacity. */
    private long limit;

    IndexedPublishing(final RingFile file, final int length, final int header) {
        this.file = file;
        this.frames = file.frames();
        this.headers = file.headers();
        this.index = file.index();
        this.header = header;
        this.capacity = file.capacity();
        this.slots = capacity / RingFile.ALIGNMENT;
        this.length = length;
        this.frameLength = RingFile.align(header + length);
        this.limit = capacity;
    }

    @Override
    public boolean isRead(final int readers) {
        return file.isRead();
    }

    @Override
    public boolean tryPublish(final long value) {
        final long start = start(position, frameLength, capacity);
        final long end = start + frameLength;
        if (end > limit) {
            limit = file.consumed() + capacity;
            if (end > limit) {
                return false;
            }
        }
        final int offset = (int) start & capacity - 1;
        Payload.encode(frames, offset + header, length, value);
        sequence++;
        if (header > 0) {
            headers.putLong(offset + RingFile.SEQUENCE, sequence);
        }
        index.putLongRelease((sequence & slots - 1) * Long.BYTES, word(sequence, length));
        position = end;
        return true;
    }

    /** A frame that does not fit before the end of the ring starts at its beginning; both ends compute this. */
    static long start(final long position, final int frameLength, final int capacity) {
        final int left = capacity - ((int) position & capacity - 1);
        return frameLength > left ? position + left : position;
    }

    /** The commit word of a message: its number, from 1, in the high half, and its length. */
    static long word(final long sequence, final int length) {
        return sequence << Integer.SIZE | length;
    }
}
