package io.verbus.internal.log;

import static io.verbus.internal.log.LogLayout.HORIZON_OFFSET;

import io.verbus.internal.os.OffHeapLongs;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The position below which the log's bytes may be overwritten. It only grows.
 *
 * <p>Publisher: store the horizon, full fence, then touch the bytes. Reader: copy the bytes, load fence, then read the
 * horizon; the copy is valid if the horizon is not above it. Later payload stores may pass a release store of the
 * horizon, and earlier copies may sink below an acquire load, so both sides need fences.
 */
public final class Horizon {
    private Horizon() {
    }

    /**
     * Releases the bytes below a position: after this call they may be overwritten.
     *
     * @param header of the log, writable
     * @param position of the new horizon
     */
    static void advance(final AtomicBuffer header, final long position) {
        assert position >= header.getLong(HORIZON_OFFSET) : "horizon moved back";
        header.putLongRelease(HORIZON_OFFSET, position);
        VarHandle.fullFence(); // SYNC horizon with Horizon: the fence in isAbove
    }

    /**
     * Whether bytes that were read before this call may have been overwritten during the read.
     *
     * @param header words of the log's header
     * @param position of the lowest of those bytes
     * @return true if the bytes are invalid
     */
    public static boolean isAbove(final OffHeapLongs header, final long position) {
        VarHandle.acquireFence(); // SYNC horizon with Horizon: the fence in advance
        return header.getLongOpaque(HORIZON_OFFSET) > position;
    }

    /**
     * The address of the horizon, for a loop over several logs.
     *
     * @param header words of the log's header
     * @return for {@link OffHeapLongs#loadAcquire}; a word that is loaded with acquire before is older
     */
    public static long address(final OffHeapLongs header) {
        return header.address(HORIZON_OFFSET);
    }

    /**
     * The current horizon.
     *
     * @param header of the log
     * @return a position
     */
    public static long of(final AtomicBuffer header) {
        return header.getLongAcquire(HORIZON_OFFSET);
    }
}
