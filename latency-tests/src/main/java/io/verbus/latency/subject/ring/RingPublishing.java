package io.verbus.latency.subject.ring;

import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.PublishingEnd;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The writer of a ring with the commit word of a frame in its header, as in the log of the bus. It clears the commit
 * word of the next frame, writes the payload, and stores its own commit word with release.
 */
final class RingPublishing implements PublishingEnd {
    private final RingFile file;
    private final UnsafeBuffer frames;
    private final int capacity;
    private final int length;
    private final int frameLength;
    private long position;
    /** The reader has consumed at least everything before this position minus the capacity. */
    private long limit;

    RingPublishing(final RingFile file, final int length) {
        this.file = file;
        this.frames = file.frames();
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
            return false;
        }
        if (padding > 0) {
            clear(position + padding);
            frames.putLongRelease(offset, -padding);
            position += padding;
            offset = 0;
        }
        clear(position + frameLength);
        Payload.encode(frames, offset + RingFile.HEADER, length, value);
        frames.putLongRelease(offset, length);
        position += frameLength;
        return true;
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
        frames.putLong((int) at & capacity - 1, 0);
    }
}
