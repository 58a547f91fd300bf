package io.verbus.latency.frame;

import static io.verbus.latency.frame.FrameLayout.CAPACITY;
import static io.verbus.latency.frame.FrameLayout.HEADER;
import static io.verbus.latency.frame.FrameLayout.offset;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel.MapMode;
import org.agrona.concurrent.UnsafeBuffer;

/** The reading end of a ring, which it maps read-only: frames are handled in place. One thread. */
final class RingReader implements ReadingEnd {
    private final UnsafeBuffer logHeader;
    private final UnsafeBuffer ring;
    private final UnsafeBuffer sharedPosition;
    private long position;
    private long sequence;

    RingReader(final LogFiles files) throws IOException {
        final UnsafeBuffer log = files.mapLog(MapMode.READ_ONLY);
        logHeader = new UnsafeBuffer(log, 0, FrameLayout.LOG_HEADER);
        ring = new UnsafeBuffer(log, FrameLayout.LOG_HEADER, CAPACITY);
        sharedPosition = files.mapPosition(MapMode.READ_WRITE);
    }

    /** Each header field is read once, checked, then used. */
    @Override
    public int poll(final Payload.Handler handler) {
        final long start = position;
        long at = start;
        int frames = 0;
        while (frames < FrameLayout.BATCH) {
            final int frame = offset(at);
            final int word = FrameLayout.WIDE_COMMIT_WORD
                    ? (int) ring.getLongAcquire(frame)
                    : ring.getIntAcquire(frame); // COMMIT
            if (word == 0
                    || (!FrameLayout.CLEAR && ((word ^ FrameLayout.lapFlag(at)) & FrameLayout.LAP_PARITY) != 0)) {
                break;
            }
            final int length = word & FrameLayout.LENGTH_MASK;
            final int bytes = FrameLayout.aligned(length);
            if (bytes > CAPACITY - frame) {
                throw new IllegalStateException("a frame is longer than the ring has room");
            }
            if ((word & FrameLayout.PADDING) != 0) {
                at += bytes;
                continue;
            }
            if (length < HEADER) {
                throw new IllegalStateException("a frame is shorter than its header");
            }
            if (FrameLayout.CHECK_SEQUENCE && ring.getLong(frame + FrameLayout.SEQUENCE_OFFSET) != sequence) {
                throw new IllegalStateException("the sequence has a gap");
            }
            handler.onPayload(ring, frame + HEADER, length - HEADER);
            checkHorizon(at);
            at += bytes;
            sequence++;
            frames++;
        }
        if (at != start) {
            position = at;
            sharedPosition.putLongRelease(0, at); // POSITION
        }
        return frames;
    }

    private void checkHorizon(final long at) {
        if (FrameLayout.CHECK_HORIZON) {
            VarHandle.loadLoadFence(); // HORIZON
            if (logHeader.getLong(FrameLayout.HORIZON_OFFSET) > at) {
                throw new IllegalStateException("the reader in place was lapped");
            }
        }
    }
}
