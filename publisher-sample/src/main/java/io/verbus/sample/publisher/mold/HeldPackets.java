package io.verbus.sample.publisher.mold;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Packets that came before their turn, by the sequence of their first message. Bounded: when there is no room, none is
 * kept until all have gone.
 */
final class HeldPackets {
    private static final int LENGTH = Integer.BYTES;

    private final UnsafeBuffer bytes;
    /** Where the packets are in the bytes, those from {@code first} to {@code end}: the next one first. */
    private final int[] places;
    private int first;
    private int end;
    /** Bytes that are used, also of packets that have gone. */
    private int tail;

    HeldPackets(final int capacityBytes) {
        bytes = new UnsafeBuffer(new byte[capacityBytes]);
        places = new int[capacityBytes / (LENGTH + MoldLayout.HEADER_LENGTH)];
    }

    boolean isEmpty() {
        return first == end;
    }

    /** Keeps a copy of a packet, which is sound, if there is room. */
    boolean add(final DirectBuffer packet, final int offset, final int length) {
        // Aligned, as the length in front is read as one integer.
        final int next = tail + LENGTH + (length + LENGTH - 1 & -LENGTH);
        if (next > bytes.capacity()) {
            return false;
        }
        bytes.putInt(tail, length);
        bytes.putBytes(tail + LENGTH, packet, offset, length);
        final int at = placeOf(MoldPackets.sequence(packet, offset));
        System.arraycopy(places, at, places, at + 1, end - at);
        places[at] = tail;
        end++;
        tail = next;
        return true;
    }

    /** Behind all that do not come later; mostly the last, as packets come in order but for some. */
    private int placeOf(final long sequence) {
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

    private long sequenceAt(final int place) {
        return MoldPackets.sequence(bytes, places[place] + LENGTH);
    }

    /** Sequence of the first message of all that are kept. Not when empty. */
    long sequence() {
        assert !isEmpty();
        return sequenceAt(first);
    }

    /** Where packets are; the same buffer each time. */
    DirectBuffer buffer() {
        return bytes;
    }

    /** Where the next packet begins. Not when empty. */
    int headOffset() {
        assert !isEmpty();
        return places[first] + LENGTH;
    }

    /** Bytes of the next packet. Not when empty. */
    int headLength() {
        assert !isEmpty();
        return bytes.getInt(places[first]);
    }

    /** Lets the next packet go; its bytes stay until another is added. */
    void removeHead() {
        first++;
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
