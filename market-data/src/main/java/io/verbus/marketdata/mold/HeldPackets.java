package io.verbus.marketdata.mold;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Early packets, ordered by the sequence of their first message. Bounded: when it is full, no packet is added until all
 * have been removed.
 */
final class HeldPackets {
    private static final int LENGTH = Integer.BYTES;

    private final UnsafeBuffer bytes;
    /** Offsets of the packets, from index {@code first} to {@code end}, in order of sequence. */
    private final int[] offsets;
    private int first;
    private int end;
    /** Used bytes, including those of removed packets. */
    private int tail;

    HeldPackets(final int capacityBytes) {
        bytes = new UnsafeBuffer(new byte[capacityBytes]);
        offsets = new int[capacityBytes / (LENGTH + MoldLayout.HEADER_LENGTH)];
    }

    boolean isEmpty() {
        return first == end;
    }

    /** Adds a copy of a valid packet, if there is room. */
    boolean add(final DirectBuffer packet, final int offset, final int length) {
        // Aligned, as the length before the packet is read as one integer.
        final int next = tail + LENGTH + (length + LENGTH - 1 & -LENGTH);
        if (next > bytes.capacity()) {
            return false;
        }
        bytes.putInt(tail, length);
        bytes.putBytes(tail + LENGTH, packet, offset, length);
        final int at = indexOf(MoldPackets.sequence(packet, offset));
        System.arraycopy(offsets, at, offsets, at + 1, end - at);
        offsets[at] = tail;
        end++;
        tail = next;
        return true;
    }

    /** Index after all packets with the same or a lower sequence; usually the end, as most packets arrive in order. */
    private int indexOf(final long sequence) {
        int low = first;
        int high = end;
        if (low < high && sequenceAt(high - 1) <= sequence) {
            return high;
        }
        while (low < high) {
            final int middle = low + high >>> 1;
            if (sequenceAt(middle) <= sequence) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private long sequenceAt(final int index) {
        return MoldPackets.sequence(bytes, offsets[index] + LENGTH);
    }

    /** Lowest sequence. Must not be empty. */
    long sequence() {
        assert !isEmpty();
        return sequenceAt(first);
    }

    /** The buffer that contains the packets; always the same. */
    DirectBuffer buffer() {
        return bytes;
    }

    /** Offset of the next packet. Must not be empty. */
    int headOffset() {
        assert !isEmpty();
        return offsets[first] + LENGTH;
    }

    /** Length of the next packet in bytes. Must not be empty. */
    int headLength() {
        assert !isEmpty();
        return bytes.getInt(offsets[first]);
    }

    /** Removes the next packet; its bytes remain valid until another is added. */
    void removeHead() {
        first++;
        if (first == end) {
            clear();
        }
    }

    /** Removes the packets that start at a sequence or after it. */
    void removeFrom(final long sequence) {
        while (first < end && sequenceAt(end - 1) >= sequence) {
            end--;
        }
        if (first == end) {
            clear();
        }
    }

    void clear() {
        first = 0;
        end = 0;
        tail = 0;
    }
}
