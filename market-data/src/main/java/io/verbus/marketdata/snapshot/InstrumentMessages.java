package io.verbus.marketdata.snapshot;

import io.verbus.marketdata.book.Books;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The latest message of each instrument, unchanged, in the order in which the instruments became known. For one thread;
 * allocates only for a new instrument, and for a message of another length.
 */
final class InstrumentMessages {
    private static final int INITIAL_COUNT = 1 << 10;
    private static final int NONE = 0;

    /** Per instrument id: index of its message plus 1; 0 if it has none. */
    private int[] indexes = new int[INITIAL_COUNT];
    private final List<byte[]> messages = new ArrayList<>(INITIAL_COUNT);

    /** Stores a message. Skips instruments without a possible book. */
    void put(final long instrument, final DirectBuffer buffer, final int offset, final int length) {
        if (instrument < 0 || instrument >= Books.MAX_INSTRUMENTS) {
            return;
        }
        final int id = (int) instrument;
        if (id >= indexes.length) {
            indexes = Arrays.copyOf(indexes, Integer.highestOneBit(id) << 1);
        }
        if (indexes[id] == NONE) {
            messages.add(new byte[length]);
            indexes[id] = messages.size();
        } else if (messages.get(indexes[id] - 1).length != length) {
            messages.set(indexes[id] - 1, new byte[length]);
        }
        buffer.getBytes(offset, messages.get(indexes[id] - 1));
    }

    /** Number of known instruments; never decreases. */
    int count() {
        return messages.size();
    }

    /** Length of the message of the instrument with an index, from 0, in the order in which they became known. */
    int length(final int index) {
        return messages.get(index).length;
    }

    /** Copies this message. */
    void get(final int index, final MutableDirectBuffer to, final int offset) {
        to.putBytes(offset, messages.get(index));
    }
}
