package io.verbus.sample.publisher.mold;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Packets that came before their turn, in the order in which they came. Bounded: when there is no room, none is kept
 * until all have gone.
 */
final class HeldPackets {
    private static final int LENGTH = Integer.BYTES;

    private final UnsafeBuffer bytes;
    private int head;
    private int tail;

    HeldPackets(final int capacityBytes) {
        bytes = new UnsafeBuffer(new byte[capacityBytes]);
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Keeps a copy, if there is room. */
    boolean add(final DirectBuffer packet, final int offset, final int length) {
        // Aligned, as the length in front is read as one integer.
        final int next = tail + LENGTH + (length + LENGTH - 1 & -LENGTH);
        if (next > bytes.capacity()) {
            return false;
        }
        bytes.putInt(tail, length);
        bytes.putBytes(tail + LENGTH, packet, offset, length);
        tail = next;
        return true;
    }

    /** Where packets are; the same buffer each time. */
    DirectBuffer buffer() {
        return bytes;
    }

    /** Where the oldest packet begins. Not when empty. */
    int headOffset() {
        assert !isEmpty();
        return head + LENGTH;
    }

    /** Bytes of the oldest packet. Not when empty. */
    int headLength() {
        assert !isEmpty();
        return bytes.getInt(head);
    }

    /** Lets the oldest packet go; its bytes stay until the next is added. */
    void removeHead() {
        head += LENGTH + (headLength() + LENGTH - 1 & -LENGTH);
        if (head == tail) {
            clear();
        }
    }

    void clear() {
        head = 0;
        tail = 0;
    }
}
