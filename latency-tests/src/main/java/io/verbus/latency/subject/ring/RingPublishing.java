package io.verbus.latency.subject.ring;

import io.verbus.internal.os.OffHeapBuffer;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.PublishingEnd;

/**
 * The writer of a ring with the commit word of a frame in its header, as in the log of the bus. It clears the commit
 * word of the next frame, writes the payload and the sequence, and stores its own commit word with release. It may hold
 * back the first commit word of a batch: then the reader sees the whole batch at once.
 */
final class RingPublishing implements PublishingEnd {
    private final RingFile file;
    private final OffHeapBuffer frames;
    private final OffHeapLongs headers;
    private final int batch;
    private final int capacity;
    private final int length;
    private final int frameLength;
    private long position;
    private long sequence;
    /** Messages committed after the one whose commit word is held back, with it; where that is. */
    private int held;
    private long heldAt;
    /** The reader has consumed at least everything before this position minus the capacity. */
    private long limit;

    RingPublishing(final RingFile file, final int length, final int batch) {
        this.file = file;
        this.frames = file.frames();
        this.headers = file.headers();
        this.batch = batch;
        this.capacity = file.capacity();
        this.length = length;
        this.frameLength = RingFile.align(RingFile.HEADER + length);
        this.limit = capacity;
    }

    @Override
    public boolean isRead(final int readers) {
        return file.isRead();
    }

    @Override
    public boolean tryPublish(final long value) {
        int offset = (int) position & capacity - 1;
        final int left = capacity - offset;
        final int padding = frameLength > left ? left : 0;
        if (!hasRoom(padding + frameLength + RingFile.HEADER)) {
            flush();
            return false;
        }
        if (padding > 0) {
            clear(position + padding);
            flush();
            headers.putLongRelease(offset, -padding);
            position += padding;
            offset = 0;
        }
        clear(position + frameLength);
        Payload.encode(frames, offset + RingFile.HEADER, length, value);
        headers.putLong(offset + RingFile.SEQUENCE, sequence++);
        if (batch > 1 && held == 0) {
            heldAt = offset;
        } else {
            headers.putLongRelease(offset, length);
        }
        position += frameLength;
        if (batch > 1 && ++held == batch) {
            flush();
        }
        return true;
    }

    @Override
    public void flush() {
        if (held > 0) {
            headers.putLongRelease(heldAt, length);
            held = 0;
        }
    }

    /** The header of the next frame has to be free, too. */
    private boolean hasRoom(final int needed) {
        if (position + needed > limit) {
            limit = file.consumed() + capacity;
            return position + needed <= limit;
        }
        return true;
    }

    private void clear(final long at) {
        headers.putLong((int) at & capacity - 1, 0);
    }
}
