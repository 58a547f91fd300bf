package io.verbus.latency.subject.ring;

import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import org.agrona.concurrent.UnsafeBuffer;

/** The reader of a ring with commit words in the headers: positive lengths are messages, negative ones padding. */
final class RingReading implements ReadingEnd {
    private final RingFile file;
    private final UnsafeBuffer frames;
    private final int capacity;
    private final Receiver receiver;
    private long position;
    private long returned;

    RingReading(final RingFile file, final Receiver receiver) {
        this.file = file;
        this.frames = file.frames();
        this.capacity = file.capacity();
        this.receiver = receiver;
        file.ready();
    }

    @Override
    public boolean isReading() {
        return true;
    }

    @Override
    public int poll(final int limit) {
        long at = position;
        int count = 0;
        while (count < limit) {
            final int offset = (int) at & capacity - 1;
            final long word = frames.getLongAcquire(offset);
            if (word == 0) {
                break;
            }
            final int length = (int) word;
            if (length > 0) {
                receiver.onMessage(frames, offset + RingFile.HEADER, length);
                at += RingFile.align(RingFile.HEADER + length);
                count++;
            } else {
                at -= length;
            }
        }
        position = at;
        if (at - returned >= capacity >> RingFile.RETURN_SHIFT) {
            returned = at;
            file.consumed(at);
        }
        return count;
    }
}
