package io.verbus.image;

import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory for putting messages together that came in several frames; one for all images of a subscription, so that many
 * sessions together take no more than was allowed. What was given back is used again. Used by the polling thread.
 */
public final class ReassemblyMemory {
    private final int limit;
    private final List<UnsafeBuffer> free = new ArrayList<>();
    /** Bytes of all buffers, lent and free. */
    private int allocated;

    /**
     * With nothing allocated.
     *
     * @param limit of bytes in all, 0 or more
     */
    public ReassemblyMemory(final int limit) {
        this.limit = limit;
    }

    int limit() {
        return limit;
    }

    /** A buffer of so many bytes or more, to be given back; null if that would be beyond the limit. */
    UnsafeBuffer take(final int length) {
        final int wanted = BitUtil.findNextPositivePowerOfTwo(length);
        for (int i = free.size() - 1; i >= 0; i--) {
            final int found = free.get(i).capacity();
            if (found >= length && found <= wanted) { // a larger one would take from others what it does not need
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
