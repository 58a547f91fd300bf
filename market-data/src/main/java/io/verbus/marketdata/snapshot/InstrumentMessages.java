package io.verbus.marketdata.snapshot;

import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.marketdata.book.Books;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The latest message of each instrument, unchanged, in the order in which the instruments became known. For one thread;
 * allocates only to grow.
 */
final class InstrumentMessages {
    /** Length of each message in bytes, according to the schema of this build. */
    static final int LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + InstrumentEncoder.BLOCK_LENGTH;

    private static final int INITIAL_COUNT = 1 << 10;
    private static final int NONE = 0;

    /** Per instrument id: index of its message plus 1; 0 if it has none. */
    private int[] indexes = new int[INITIAL_COUNT];
    private final UnsafeBuffer messages = new UnsafeBuffer(new byte[INITIAL_COUNT * LENGTH]);
    private int count;

    /** Stores a message. Skips instruments without a possible book, and messages of another length. */
    void put(final long instrument, final DirectBuffer buffer, final int offset, final int length) {
        if (instrument < 0 || instrument >= Books.MAX_INSTRUMENTS || length != LENGTH) {
            return;
        }
        final int id = (int) instrument;
        if (id >= indexes.length) {
            indexes = Arrays.copyOf(indexes, Integer.highestOneBit(id) << 1);
        }
        if (indexes[id] == NONE) {
            if (count * LENGTH == messages.capacity()) {
                messages.wrap(Arrays.copyOf(messages.byteArray(), 2 * messages.capacity()));
            }
            indexes[id] = ++count;
        }
        messages.putBytes((indexes[id] - 1) * LENGTH, buffer, offset, LENGTH);
    }

    /** Number of known instruments; never decreases. */
    int count() {
        return count;
    }

    /** Copies the message of the instrument with an index, from 0, in the order in which they became known. */
    void get(final int index, final MutableDirectBuffer to, final int offset) {
        assert index >= 0 && index < count;
        to.putBytes(offset, messages, index * LENGTH, LENGTH);
    }
}
