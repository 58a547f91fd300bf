package io.verbus.log;

import static io.verbus.log.LogLayout.HORIZON_OFFSET;

import io.verbus.os.Words;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The position below which the log's bytes may be gone. It only grows.
 *
 * <p>Publisher: store the horizon, full fence, only then touch the bytes. Reader: copy the bytes, load fence, then read
 * the horizon; the copy is good if the horizon is not above it. A release store would let the payload stores behind it
 * overtake it, and an acquire load would let the copies before it sink below it, so both sides need their fences.
 */
public final class Horizon {
    private Horizon() {
    }

    /**
     * Gives up the bytes below a position. After this call they may be overwritten.
     *
     * @param header of the log, writable
     * @param position of the new horizon
     */
    static void advance(final AtomicBuffer header, final long position) {
        assert position >= header.getLong(HORIZON_OFFSET) : "the horizon goes back";
        header.putLongRelease(HORIZON_OFFSET, position);
        VarHandle.fullFence(); // SYNC horizon: pairs with the fence in isAbove
    }

    /**
     * Whether bytes that were read before this call may have been overwritten while they were read.
     *
     * @param header words of the log's header
     * @param position of the lowest of those bytes
     * @return true if they are not to be believed
     */
    public static boolean isAbove(final Words header, final long position) {
        VarHandle.acquireFence(); // SYNC horizon: pairs with the fence in advance
        return header.getLongOpaque(HORIZON_OFFSET) > position;
    }

    /**
     * The horizon now.
     *
     * @param header of the log
     * @return a position
     */
    public static long of(final AtomicBuffer header) {
        return header.getLongAcquire(HORIZON_OFFSET);
    }
}
