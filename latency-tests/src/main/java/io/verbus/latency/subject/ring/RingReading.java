package io.verbus.latency.subject.ring;

import io.verbus.internal.os.OffHeapBuffer;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;

/** The reader of a ring with commit words in the headers: positive lengths are messages, negative ones padding. */
final class RingReading implements ReadingEnd {
    private final RingFile file;
    private final OffHeapBuffer frames;
    private final OffHeapLongs headers;
    private final int capacity;
    private final Receiver receiver;
    private long position;
    private long sequence;

    RingReading(final RingFile file, final Receiver receiver) {
        this.file = file;
        this.frames = file.frames();
        this.headers = file.headers();
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
            final long word = headers.getLongAcquire(offset);
            if (word == 0) {
                break;
            }
            final int length = (int) word;
            if (length > 0) {
                if (headers.getLong(offset + RingFile.SEQUENCE) != sequence++) {
                    throw new IllegalStateException("a gap before sequence " + (sequence - 1));
                }
                receiver.onMessage(frames, offset + RingFile.HEADER, length);
                at += RingFile.align(RingFile.HEADER + length);
                count++;
            } else {
                at -= length;
            }
        }
        if (at != position) {
            position = at;
            file.consumed(at);
        }
        return count;
    }
}
