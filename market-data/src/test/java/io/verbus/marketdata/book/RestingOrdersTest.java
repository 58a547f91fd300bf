package io.verbus.marketdata.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RestingOrdersTest {
    private final SplittableRandom random = new SplittableRandom(4);
    private final Books books = new Books(8);
    private final RestingOrders orders = new RestingOrders();

    @Test
    void restoreEqualBooks() throws IOException {
        for (int round = 0; round < 30; round++) {
            change(round * 500);
            orders.copy(books);
            final Books restored = restored();
            assertEquals(lines(books), lines(restored));
            assertEquals(books.liveOrders(), orders.size());
            assertEquals(books.priceLevels(), orders.levels());
            assertEquals(BookTotals.of(books).shares(), orders.shares());
        }
    }

    @Test
    void copyIsIndependentOfLaterChanges() throws IOException {
        change(2_000);
        orders.copy(books);
        final String before = lines(books);
        change(2_000);
        assertFalse(before.equals(lines(books)));
        assertEquals(before, lines(restored()));
        books.clear();
        orders.copy(books);
        assertEquals(0, orders.size());
        assertThrows(IndexOutOfBoundsException.class, () -> orders.reference(0));
    }

    @Test
    void orderDiffersFromThatOfTable() {
        for (int i = 1; i <= 200_000; i++) {
            books.add(1, i, BookSide.BUY, 5, 1);
        }
        orders.copy(books);
        assertEquals(200_000, restored().liveOrders());
        final long[] table = new long[200_000 * OrderTable.STRIDE];
        books.orders().copyLive(table);
        final Map<Long, Integer> places = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            places.put(table[i * OrderTable.STRIDE], i);
        }
        int early = 0;
        for (int i = 0; i < 1_000; i++) {
            early += places.get(orders.reference(i)) < 20_000 ? 1 : 0;
        }
        assertTrue(early > 50 && early < 200, "of the first 1,000, from the first tenth of the table: " + early);
    }

    @Test
    void duplicateOrInvalidOrderIsNotRestored() {
        assertTrue(books.restore(1, 7, BookSide.BUY, 5, 10));
        assertFalse(books.restore(1, 7, BookSide.BUY, 5, 10));
        assertFalse(books.restore(Books.MAX_INSTRUMENTS, 8, BookSide.BUY, 5, 10));
        assertFalse(books.restore(-1, 8, BookSide.BUY, 5, 10));
        assertFalse(books.restore(1, 8, 2, 5, 10));
        assertFalse(books.restore(1, 8, BookSide.SELL, Books.NO_PRICE, 10));
        assertFalse(books.restore(1, 8, BookSide.SELL, 5, 0));
        assertFalse(books.restore(1, 8, BookSide.SELL, 5, Books.MAX_SHARES + 1));
        assertEquals(new BookTotals(1, 1, 1, 10), BookTotals.of(books));
        assertEquals(0, books.refusals().outOfRange() + books.refusals().duplicateReference());
    }

    private Books restored() {
        final Books restored = new Books(8);
        for (int i = 0; i < orders.size(); i++) {
            assertTrue(restored.restore(orders.instrument(i), orders.reference(i), orders.side(i), orders.price(i),
                    orders.shares(i)));
        }
        return restored;
    }

    private void change(final int messages) {
        for (int i = 0; i < messages; i++) {
            final long reference = random.nextInt(3_000);
            if (random.nextInt(3) > 0) {
                books.add(random.nextInt(20), reference, random.nextInt(2), random.nextInt(-50, 50),
                        1 + random.nextInt(500));
            } else {
                books.execute(reference, random.nextInt(300));
            }
        }
    }

    private static String lines(final Books books) throws IOException {
        final StringWriter text = new StringWriter();
        LevelLines.write(books, text);
        return text.toString();
    }
}
