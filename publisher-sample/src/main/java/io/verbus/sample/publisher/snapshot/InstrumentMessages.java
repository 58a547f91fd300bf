package io.verbus.sample.publisher.snapshot;

import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.sample.book.Books;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The newest message of each instrument, as it was on the stream, in the order in which they became known. For one
 * thread; allocates only to grow.
 */
final class InstrumentMessages {
    /** Of each, in bytes: they are made by this build. */
    static final int LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + InstrumentEncoder.BLOCK_LENGTH;

    private static final int FIRST_ROOM = 1 << 10;
    private static final int NONE = 0;

    /** By instrument id, one more than where its message is; 0 when it has none. */
    private int[] places = new int[FIRST_ROOM];
    private final UnsafeBuffer messages = new UnsafeBuffer(new byte[FIRST_ROOM * LENGTH]);
    private int count;

    /** Remembers a message, unless no book can have its instrument, or its length is not that of this build. */
    void put(final long instrument, final DirectBuffer buffer, final int offset, final int length) {
        if (instrument < 0 || instrument >= Books.MAX_INSTRUMENTS || length != LENGTH) {
            return;
        }
        final int id = (int) instrument;
        if (id >= places.length) {
            places = Arrays.copyOf(places, Integer.highestOneBit(id) << 1);
        }
        if (places[id] == NONE) {
            if (count * LENGTH == messages.capacity()) {
                messages.wrap(Arrays.copyOf(messages.byteArray(), 2 * messages.capacity()));
            }
            places[id] = ++count;
        }
        messages.putBytes((places[id] - 1) * LENGTH, buffer, offset, LENGTH);
    }

    /** How many instruments are known; it never becomes less. */
    int count() {
        return count;
    }

    /** Copies the message of an instrument, by the order in which they became known, from 0. */
    void get(final int index, final MutableDirectBuffer to, final int offset) {
        assert index >= 0 && index < count;
        to.putBytes(offset, messages, index * LENGTH, LENGTH);
    }
}
