package io.verbus.marketdata.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.support.seeds.Seeds;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

final class LevelBooksTest {
    private static final int OPERATIONS = 5_000;
    private static final int INSTRUMENTS = 6;

    private final LevelBooks books = new LevelBooks();

    /** A level of the model: quantity and orders. */
    private record Level(long quantity, long orders) {}

    @Test
    void equalsASortedMapAfterAnyOperations() {
        final long seed = Seeds.draw();
        for (long round = 0; round < 20; round++) {
            final SplittableRandom random = new SplittableRandom(seed + round);
            final int prices = 1 << random.nextInt(12);
            final LevelBooks tested = new LevelBooks();
            final List<TreeMap<Long, Level>> model = new ArrayList<>();
            for (int side = 0; side < 2 * INSTRUMENTS; side++) {
                model.add(new TreeMap<>());
            }
            for (int i = 0; i < OPERATIONS; i++) {
                final int instrument = random.nextInt(INSTRUMENTS);
                final int side = random.nextInt(2);
                final long price = random.nextInt(prices) - prices / 2;
                final TreeMap<Long, Level> levels = model.get(2 * instrument + side);
                final int kind = random.nextInt(1_000);
                if (kind < 600) {
                    final Level level = new Level(1 + random.nextLong(LevelBooks.MAX_QUANTITY),
                            random.nextLong(LevelBooks.MAX_ORDERS + 1));
                    tested.set(instrument, side, price, level.quantity, level.orders);
                    levels.put(price, level);
                } else if (kind < 995) {
                    tested.delete(instrument, side, price);
                    levels.remove(price);
                } else if (kind < 999) {
                    tested.clear(instrument);
                    model.get(2 * instrument).clear();
                    model.get(2 * instrument + 1).clear();
                } else {
                    tested.clear();
                    model.forEach(Map::clear);
                }
                if (i % 100 == 0 || i == OPERATIONS - 1) {
                    assertSame(model, tested, "seed " + (seed + round) + ", operation " + i);
                }
            }
            assertEquals(0, tested.refusals().all(), "seed " + (seed + round));
        }
    }

    private static void assertSame(final List<TreeMap<Long, Level>> model, final LevelBooks tested,
            final String where) {
        int total = 0;
        for (int instrument = 0; instrument < INSTRUMENTS; instrument++) {
            for (int side = 0; side < 2; side++) {
                final TreeMap<Long, Level> levels = model.get(2 * instrument + side);
                assertEquals(levels.size(), tested.levels(instrument, side), where);
                int depth = 0;
                for (final Map.Entry<Long, Level> each : (side == BookSide.BUY ? levels.descendingMap() : levels)
                        .entrySet()) {
                    assertEquals(each.getKey(), tested.price(instrument, side, depth), where);
                    assertEquals(each.getValue(), new Level(tested.shares(instrument, side, depth),
                            tested.orders(instrument, side, depth)), where);
                    depth++;
                }
                total += depth;
            }
        }
        assertEquals(total, tested.priceLevels(), where);
    }

    @Test
    void invalidLevelsAreCountedAndChangeNothing() {
        books.set(1, BookSide.BUY, 100, 10, 1);
        final long[] badInstruments = {-1, Books.MAX_INSTRUMENTS, Long.MAX_VALUE, Long.MIN_VALUE};
        for (final long instrument : badInstruments) {
            books.set(instrument, BookSide.BUY, 1, 1, 1);
            books.delete(instrument, BookSide.BUY, 1);
            books.clear(instrument);
            books.mark(instrument, true);
            books.setInsideEvent(instrument, true);
        }
        final int[] badSides = {-1, 2, Integer.MIN_VALUE};
        for (final int side : badSides) {
            books.set(1, side, 1, 1, 1);
            books.delete(1, side, 1);
        }
        final long[] badQuantities = {0, -1, LevelBooks.MAX_QUANTITY + 1, Long.MIN_VALUE, Long.MAX_VALUE};
        for (final long quantity : badQuantities) {
            books.set(1, BookSide.BUY, 100, quantity, 1);
        }
        final long[] badOrders = {-1, LevelBooks.MAX_ORDERS + 1, Long.MIN_VALUE, Long.MAX_VALUE};
        for (final long orders : badOrders) {
            books.set(1, BookSide.BUY, 100, 10, orders);
        }
        books.set(1, BookSide.SELL, Books.NO_PRICE, 1, 1);
        books.delete(1, BookSide.SELL, Books.NO_PRICE);
        assertEquals(33, books.refusals().outOfRange());
        assertEquals(33, books.refusals().all());
        assertEquals("#1,B,100,10", lines(new Instruments()));
        assertEquals(1, books.changes(1));
    }

    @Test
    void statesOfInstrumentsAreIndependentAndEndWithAClear() {
        final int far = 70_000;
        books.setInsideEvent(3, true);
        books.mark(far, true);
        assertTrue(books.isInsideEvent(3) && books.isSuspect(far));
        assertFalse(books.isSuspect(3) || books.isInsideEvent(far) || books.isSuspect(far - 1));
        books.mark(3, true);
        books.setInsideEvent(3, false);
        assertTrue(books.isSuspect(3) && !books.isInsideEvent(3));
        books.clear(3);
        assertTrue(books.isSuspect(far) && !books.isSuspect(3));
        books.clear();
        assertFalse(books.isSuspect(far));
    }

    /** Its end may be among the lost messages, and the instrument can be quiet for long. */
    @Test
    void suspectBookIsNotInsideAnEvent() {
        for (int instrument = 1; instrument <= 4; instrument++) {
            books.setInsideEvent(instrument, true);
        }
        books.mark(1, true);
        books.mark(2, false);
        assertTrue(!books.isInsideEvent(1) && books.isInsideEvent(2) && books.isInsideEvent(3));
        books.markAll(false);
        assertTrue(books.isInsideEvent(3));
        books.markAll(true);
        assertFalse(books.isInsideEvent(2) || books.isInsideEvent(3) || books.isInsideEvent(4));
        books.setInsideEvent(4, true);
        assertTrue(books.isInsideEvent(4), "a message after the loss counts");
    }

    @Test
    void linesAreSortedBySymbolThenSideThenPrice() {
        final Instruments names = new Instruments();
        name(names, 1, "ZZ");
        name(names, 2, "A");
        name(names, 3, "A.B");
        books.set(1, BookSide.BUY, 5, 1, 0);
        books.set(2, BookSide.SELL, 100, 2, 0);
        books.set(2, BookSide.SELL, 20, 3, 0);
        books.set(2, BookSide.BUY, 9, 4, 0);
        books.set(2, BookSide.BUY, 10, 5, 0);
        books.set(3, BookSide.BUY, -7, 6, 0);
        assertEquals("A,B,9,4\nA,B,10,5\nA,S,20,3\nA,S,100,2\nA.B,B,-7,6\nZZ,B,5,1", lines(names));
        books.clear();
        assertEquals("", lines(names));
    }

    @Test
    void booksAtTheirSizeAllocateNothing() {
        final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            final long before = thread.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 20_000; i++) {
                books.set(i % 50, i & 1, i % 997, 1 + i, i % 9);
                books.setInsideEvent(i % 50, i % 3 == 0);
                books.delete(i * 7 % 50, i & 1, i * 31 % 997);
            }
            least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < 1_000, least + " bytes for 60,000 operations");
    }

    private static void name(final Instruments names, final int instrument, final String symbol) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        final InstrumentEncoder encoder = new InstrumentEncoder().wrapAndApplyHeader(buffer, 0,
                new MessageHeaderEncoder()).instrumentId(instrument);
        encoder.legsCount(0);
        encoder.symbol(symbol);
        final InstrumentMessage message = new InstrumentMessage();
        assertTrue(message.wrap(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength()));
        names.put(message);
    }

    private String lines(final Instruments names) {
        final StringWriter text = new StringWriter();
        try {
            LevelLines.write(books, names, text);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        return text.toString();
    }
}
