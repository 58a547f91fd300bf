package io.verbus.marketdata.mold;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Early packets, ordered by the sequence of their first message, each with the side from which it came. Bounded: when
 * it is full, no packet is added until all have been removed.
 */
final class HeldPackets {
    /** Before each packet: its side, and its length in the lower bits. */
    private static final int PREFIX = Integer.BYTES;
    private static final int LENGTH_BITS = 24;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;

    private final PacketFormat format;
    private final UnsafeBuffer bytes;
    /** Offsets of the packets, from index {@code first} to {@code end}, in order of sequence. */
    private final int[] offsets;
    private int first;
    private int end;
    /** Used bytes, including those of removed packets. */
    private int tail;

    HeldPackets(final PacketFormat format, final int capacityBytes) {
        this.format = format;
        bytes = new UnsafeBuffer(new byte[capacityBytes]);
        offsets = new int[capacityBytes / (PREFIX + format.headerLength())];
    }

    boolean isEmpty() {
        return first == end;
    }

    /** Whether a packet of any length can be added. */
    boolean hasRoom() {
        return tail + PREFIX + MoldLayout.LONGEST_PACKET < bytes.capacity();
    }

    /** Adds a copy of a valid packet, if there is room. */
    boolean add(final int side, final DirectBuffer packet, final int offset, final int length) {
        // Aligned, as the prefix of the packet is read as one integer.
        final int next = tail + PREFIX + (length + PREFIX - 1 & -PREFIX);
        if (next > bytes.capacity()) {
            return false;
        }
        bytes.putInt(tail, side << LENGTH_BITS | length);
        bytes.putBytes(tail + PREFIX, packet, offset, length);
        final int at = indexOf(format.sequence(packet, offset));
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
        return format.sequence(bytes, offsets[index] + PREFIX);
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
        return offsets[first] + PREFIX;
    }

    /** Length of the next packet in bytes. Must not be empty. */
    int headLength() {
        assert !isEmpty();
        return bytes.getInt(offsets[first]) & LENGTH_MASK;
    }

    /** Side of the next packet. Must not be empty. */
    int headSide() {
        assert !isEmpty();
        return sideAt(first);
    }

    private int sideAt(final int index) {
        return bytes.getInt(offsets[index]) >>> LENGTH_BITS;
    }

    /** Removes the next packet; its bytes remain valid until another is added. */
    void removeHead() {
        first++;
        if (first == end) {
            clear();
        }
    }

    /** Removes the packets of a side that start at a sequence or after it. */
    void removeFrom(final int side, final long sequence) {
        int kept = first;
        for (int i = first; i < end; i++) {
            if (sideAt(i) != side || sequenceAt(i) < sequence) {
                offsets[kept++] = offsets[i];
            }
        }
        end = kept;
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
