package io.verbus.internal.image;

import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory for the reassembly of messages; shared by all images of a subscription, so that the limit holds for all
 * sessions together. Returned buffers are reused. Used by the polling thread.
 */
public final class ReassemblyMemory {
    /** No memory: each frame of a message of several frames is delivered by itself, for a relay. */
    public static final ReassemblyMemory NONE = new ReassemblyMemory(0);

    private final int limit;
    private final List<UnsafeBuffer> free = new ArrayList<>();
    /** Bytes of all buffers, in use and free. */
    private int allocated;

    /**
     * Starts with nothing allocated.
     *
     * @param limit in bytes for all buffers, 0 or more
     */
    public ReassemblyMemory(final int limit) {
        this.limit = limit;
    }

    int limit() {
        return limit;
    }

    /** A buffer of at least this length, to be returned; null if it would exceed the limit. */
    UnsafeBuffer take(final int length) {
        final int wanted = BitUtil.findNextPositivePowerOfTwo(length);
        for (int i = free.size() - 1; i >= 0; i--) {
            final int found = free.get(i).capacity();
            if (found >= length && found <= wanted) { // a larger buffer would waste the limit
                return free.remove(i);
            }
        }
        if (length > limit - allocated) {
            free.forEach(buffer -> allocated -= buffer.capacity());
            free.clear();
        }
        if (length > limit - allocated) {
            return null;
        }
        final int capacity = Math.min(wanted, limit - allocated);
        allocated += capacity;
        return new UnsafeBuffer(new byte[capacity]);
    }

    void giveBack(final UnsafeBuffer buffer) {
        free.add(buffer);
    }
}
