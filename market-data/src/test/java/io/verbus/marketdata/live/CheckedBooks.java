package io.verbus.marketdata.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.MessageWriter;
import io.verbus.Session;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OrderExecutedDecoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import io.verbus.codec.marketdata.TradeCancelledDecoder;
import io.verbus.codec.marketdata.TradeDecoder;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.MessagePrefix;
import io.verbus.marketdata.feed.FeedCounts;
import io.verbus.testkit.VenueBooks;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Applies what a feed publishes, and compares each sound book with that of the venue at the same sequence. */
final class CheckedBooks implements MessageWriter {
    private static final int HEADER = MessageHeaderDecoder.ENCODED_LENGTH;
    private static final Set<Integer> TRADES = Set.of(TradeDecoder.TEMPLATE_ID, TradeCancelledDecoder.TEMPLATE_ID,
            OrderExecutedDecoder.TEMPLATE_ID);

    private final List<byte[]> messages;
    private final VenueBooks venue = new VenueBooks();
    private final BookUpdater updater = new BookUpdater(new Books(64));
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
    private int claimed;
    /** The newest sequence that was published as new. */
    private long newest;
    private long position;
    int suspects;
    int checks;

    CheckedBooks(final List<byte[]> messages) {
        this.messages = messages;
    }

    @Override
    public int claim(final int length) {
        claimed = length;
        return 0;
    }

    @Override
    public long commit() {
        final int type = updater.apply(buffer, 0, claimed);
        assertTrue(type >= 0, "a message of type " + type);
        final int flags = buffer.getByte(HEADER + SessionBeginDecoder.flagsEncodingOffset());
        final long sequence = buffer.getLong(HEADER + SessionBeginDecoder.sequenceEncodingOffset(),
                ByteOrder.LITTLE_ENDIAN);
        final boolean isState = type == InstrumentStateDecoder.TEMPLATE_ID;
        if ((flags & MessagePrefix.SNAPSHOT) != 0) {
            assertFalse(TRADES.contains(type), "a trade is repeated");
        } else if (sequence != MessagePrefix.NO_SEQUENCE) { // of a state: the newest message that it includes
            assertTrue(sequence >= newest, () -> sequence + " comes after " + newest);
            for (; newest < sequence; newest++) {
                venue.apply(messages.get((int) newest));
            }
        }
        if (isState) {
            suspects += BookUpdater.isSuspect(buffer, 0) ? 1 : 0;
            for (int locate = 0; locate < updater.books().instruments(); locate++) {
                check(locate);
            }
        } else {
            check((int) BookUpdater.instrumentId(buffer, 0));
        }
        return position++;
    }

    private void check(final int locate) {
        if (!updater.books().isSuspect(locate)) {
            checks++;
            assertEquals(venue.side(locate, true), levels(locate, BookSide.BUY), () -> "bids of " + locate + " at "
                    + newest);
            assertEquals(venue.side(locate, false), levels(locate, BookSide.SELL), () -> "offers of " + locate + " at "
                    + newest);
        }
    }

    private Map<Long, Long> levels(final int locate, final int side) {
        final Map<Long, Long> levels = new TreeMap<>();
        for (int depth = 0; depth < updater.books().levels(locate, side); depth++) {
            levels.put(updater.books().price(locate, side, depth), updater.books().shares(locate, side, depth));
        }
        return levels;
    }

    /** The server answered at the end, so each loss is repaired. */
    void checkEnd(final FeedCounts counts) {
        assertEquals(counts.losses(), suspects);
        assertEquals(counts.losses() > 0, counts.recoveries() > 0, "no snapshot was used");
        assertFalse(counts.isSuspect(), "the books are suspect at the end");
        assertEquals(messages.size(), newest);
        for (int locate = 0; locate < updater.books().instruments(); locate++) {
            assertFalse(updater.books().isSuspect(locate), "suspect at the end");
            check(locate);
        }
        assertEquals(venue.liveOrders(), updater.books().liveOrders());
    }

    @Override
    public MutableDirectBuffer buffer() {
        return buffer;
    }

    @Override
    public void abort() {
        throw new AssertionError("a feed aborts nothing");
    }

    @Override
    public Session session() {
        return new Session("checked", 1, "feed", 1, 0, "");
    }

    @Override
    public long position() {
        return position;
    }
}
