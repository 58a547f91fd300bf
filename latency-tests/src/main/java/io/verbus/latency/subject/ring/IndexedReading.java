package io.verbus.latency.subject.ring;

import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import org.agrona.concurrent.UnsafeBuffer;

/** The reader of a ring with commit words in an index of their own. */
final class IndexedReading implements ReadingEnd {
    private final RingFile file;
    private final UnsafeBuffer frames;
    private final UnsafeBuffer index;
    private final int capacity;
    private final int slots;
    private final Receiver receiver;
    private long sequence = 1;
    private long position;
    private long returned;

    IndexedReading(final RingFile file, final Receiver receiver) {
        this.file = file;
        this.frames = file.frames();
        this.index = file.index();
        this.capacity = file.capacity();
        this.slots = capacity / RingFile.ALIGNMENT;
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
        long next = sequence;
        final long end = next + limit;
        while (next < end) {
            final long word = index.getLongAcquire((int) (next & slots - 1) * Long.BYTES);
            if ((int) (word >>> Integer.SIZE) != (int) next) {
                break;
            }
            final int length = (int) word;
            final int frameLength = RingFile.align(length);
            final long start = IndexedPublishing.start(at, frameLength, capacity);
            receiver.onMessage(frames, (int) start & capacity - 1, length);
            at = start + frameLength;
            next++;
        }
        final int count = (int) (next - sequence);
        sequence = next;
        position = at;
        if (at - returned >= capacity >> RingFile.RETURN_SHIFT) {
            returned = at;
            file.consumed(at);
        }
        return count;
    }
}
