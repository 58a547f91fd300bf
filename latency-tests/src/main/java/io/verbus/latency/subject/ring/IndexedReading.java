package io.verbus.latency.subject.ring;

import io.verbus.internal.os.OffHeapBuffer;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;

/** The reader of a ring with commit words in an index of their own. */
final class IndexedReading implements ReadingEnd {
    private final RingFile file;
    private final OffHeapBuffer frames;
    private final OffHeapLongs headers;
    private final OffHeapLongs index;
    private final int header;
    private final int capacity;
    private final int slots;
    private final Receiver receiver;
    private long sequence = 1;
    private long position;

    IndexedReading(final RingFile file, final Receiver receiver, final int header) {
        this.file = file;
        this.frames = file.frames();
        this.headers = file.headers();
        this.index = file.index();
        this.header = header;
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
            final long word = index.getLongAcquire((next & slots - 1) * Long.BYTES);
            if ((int) (word >>> Integer.SIZE) != (int) next) {
                break;
            }
            final int length = (int) word;
            final int frameLength = RingFile.align(header + length);
            final long start = IndexedPublishing.start(at, frameLength, capacity);
            final int offset = (int) start & capacity - 1;
            if (header > 0 && headers.getLong(offset + RingFile.SEQUENCE) != next) {
                throw new IllegalStateException("a gap before sequence " + next);
            }
            receiver.onMessage(frames, offset + header, length);
            at = start + frameLength;
            next++;
        }
        final int count = (int) (next - sequence);
        if (count > 0) {
            sequence = next;
            position = at;
            file.consumed(at);
        }
        return count;
    }
}
