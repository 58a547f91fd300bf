package io.verbus.rdma.link;

import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A word that a peer writes by RDMA, as value and complement, because verbs promises no atomicity. A torn word does not
 * match its complement, and is read again later.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | value (8)                                                |
 *        8  | complement (8)                                           |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <p>The complement is read first. A device that writes in ascending order has finished the value before it starts the
 * complement, so a torn complement cannot be followed by a value torn at the same place.
 */
final class TornSafeLong {
    static final int VALUE_OFFSET = 0;
    static final int COMPLEMENT_OFFSET = 8;
    static final int LENGTH = 16;

    private TornSafeLong() {
    }

    static void put(final MutableDirectBuffer block, final int offset, final long value) {
        block.putLong(offset + VALUE_OFFSET, value);
        block.putLong(offset + COMPLEMENT_OFFSET, ~value);
    }

    /** The value, or the previously known one if the word is torn or was never written. */
    static long read(final AtomicBuffer block, final int offset, final long known) {
        final long complement = block.getLongAcquire(offset + COMPLEMENT_OFFSET);
        final long value = block.getLongAcquire(offset + VALUE_OFFSET);
        return value == ~complement ? value : known;
    }
}
