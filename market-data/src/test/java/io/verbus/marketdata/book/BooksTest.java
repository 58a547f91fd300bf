package io.verbus.marketdata.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BooksTest {
    private final Books books = new Books(0);
    private final NaiveBooks naive = new NaiveBooks();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void equalsNaiveBooksAfterAnyMessages(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final int instruments = 1 << random.nextInt(8);
        final int references = 1 << 4 + random.nextInt(10);
        final int prices = 1 << 1 + random.nextInt(8);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 2_000; i++) {
                step(random, instruments, references, prices);
            }
            assertEquals(naive.state(), state(), "seed " + seed + " round " + round);
        }
    }

    @Test
    void equalsNaiveBooksWithManyOrdersAndDeepSides() {
        final SplittableRandom random = new SplittableRandom(99);
        for (int i = 0; i < 50_000; i++) {
            add(random.nextInt(3), i, random.nextInt(2), random.nextInt(10_000), 1 + random.nextInt(500));
        }
        assertEquals(naive.state(), state());
        assertTrue(books.levels(0, BookSide.BUY) > 4_000, () -> "deep: " + books.levels(0, BookSide.BUY));
        for (int i = 0; i < 49_000; i++) {
            delete(random.nextInt(50_000));
        }
        assertEquals(naive.state(), state());
    }

    @Test
    void newOrderReplacesOneWithItsReferenceOnlyInASuspectBook() {
        books.add(7, 1, BookSide.BUY, 100, 10);
        books.add(8, 1, BookSide.SELL, 101, 20);
        assertEquals(1, books.refusals().duplicateReference());
        assertEquals(1, books.levels(7, BookSide.BUY));
        books.mark(7, true);

        books.add(8, 1, BookSide.SELL, 101, 20);

        assertEquals(1, books.refusals().all());
        assertEquals(0, books.levels(7, BookSide.BUY), "its deletion was lost");
        assertEquals(20, books.shares(8, BookSide.SELL, 0));
        books.mark(7, false);
        books.mark(8, true);
        books.add(7, 2, BookSide.BUY, 99, 30);
        books.replace(2, 1, 98, 40);
        assertEquals(1, books.refusals().all());
        assertEquals(98, books.price(7, BookSide.BUY, 0));
        assertEquals(0, books.levels(8, BookSide.SELL));
        assertEquals(1, books.liveOrders());
    }

    @Test
    void clearRemovesOrdersAndLevelsAndBooksStayUsable() {
        add(7, 1, BookSide.BUY, 100, 10);
        add(7, 2, BookSide.SELL, 101, 20);
        books.clear();
        naive.clear();
        assertEquals(naive.state(), state());
        assertEquals(0, books.priceLevels());
        add(7, 1, BookSide.SELL, 105, 30);
        assertEquals(naive.state(), state());
    }

    @Test
    void clearOfOneInstrumentKeepsOthers() {
        final SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 5_000; i++) {
            add(random.nextInt(4), random.nextLong(), random.nextInt(2), random.nextInt(50), 1 + random.nextInt(500));
        }
        books.clear(2);
        naive.clear(2);
        books.clear(-1);
        naive.clear(-1);
        assertEquals(naive.state(), state());
        assertEquals(0, books.levels(2, BookSide.BUY) + books.levels(2, BookSide.SELL));
    }

    @Test
    void suspectStateIsOfAnInstrumentOrOfAll() {
        books.mark(7, true);
        assertEquals("7", suspects());
        books.markAll(true);
        books.mark(3, false);
        assertEquals("0 1 2 4 5 6 7 8 9", suspects());
        books.mark(3, true);
        books.clear(4);
        assertEquals("0 1 2 3 5 6 7 8 9", suspects());
        books.markAll(false);
        assertEquals("", suspects());
        books.mark(2, true);
        books.clear();
        assertEquals("", suspects());
        books.mark(-1, true);
        books.mark(Books.MAX_INSTRUMENTS, true);
        assertEquals(2, books.refusals().outOfRange());
    }

    private String suspects() {
        return IntStream.range(0, 10).filter(books::isSuspect).mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
    }

    @Test
    void invalidMessagesAreCountedAndChangeNothing() {
        add(1, 1, BookSide.BUY, 100, 10);
        final long[] badInstruments = {-1, Books.MAX_INSTRUMENTS, Long.MAX_VALUE, Long.MIN_VALUE};
        for (final long instrument : badInstruments) {
            add(instrument, 50, BookSide.BUY, 1, 1);
        }
        final int[] badSides = {-1, 2, Integer.MIN_VALUE};
        for (final int side : badSides) {
            add(1, 50, side, 1, 1);
        }
        final long[] badShares = {0, -1, Books.MAX_SHARES + 1, Long.MIN_VALUE};
        for (final long shares : badShares) {
            add(1, 50, BookSide.SELL, 1, shares);
            books.replace(1, 51, 1, shares);
            naive.replace(1, 51, 1, shares);
        }
        add(1, 50, BookSide.SELL, Books.NO_PRICE, 1);
        books.execute(1, -5);
        naive.execute(1, -5);
        books.reduce(1, Long.MIN_VALUE);
        naive.reduce(1, Long.MIN_VALUE);
        assertEquals(naive.state(), state());
        assertEquals(1, books.liveOrders());
        assertEquals(18, books.refusals().outOfRange());
    }

    @Test
    void executionBeyondRestingSharesExecutesRestingShares() {
        add(1, 1, BookSide.BUY, 100, 10);
        books.execute(1, 11);
        assertEquals(10, books.executedShares());
        assertEquals(1, books.refusals().moreThanResting());
        assertEquals(0, books.liveOrders());
    }

    @Test
    void extremePricesSortNumerically() {
        final long[] prices = {0, -1, Books.NO_PRICE + 1, Long.MAX_VALUE, 1};
        for (int i = 0; i < prices.length; i++) {
            add(1, 10 + i, BookSide.BUY, prices[i], 1);
            add(1, 20 + i, BookSide.SELL, prices[i], 1);
        }
        assertEquals(naive.state(), state());
        assertEquals(Long.MAX_VALUE, books.price(1, BookSide.BUY, 0));
        assertEquals(Books.NO_PRICE + 1, books.price(1, BookSide.SELL, 0));
    }

    @Test
    void orderBeyondLevelCapacityIsRefused() {
        final long fits = PriceLevels.MAX_SHARES / Books.MAX_SHARES;
        for (long i = 0; i < fits + 3; i++) {
            books.add(1, i, BookSide.BUY, 100, Books.MAX_SHARES);
        }
        assertEquals(3, books.refusals().bookFull());
        assertEquals(fits, books.liveOrders());
        assertEquals(List.of("1,B,100," + fits * Books.MAX_SHARES + "," + fits), levelLines(books));
    }

    private void step(final SplittableRandom random, final int instruments, final int references, final int prices) {
        final long reference = random.nextInt(references);
        final long price = 1_000 + random.nextInt(prices);
        final long shares = 1 + random.nextInt(300);
        final int kind = random.nextInt(1_000);
        if (kind < 500) {
            add(random.nextInt(instruments), reference, random.nextInt(2), price, shares);
        } else if (kind < 600) {
            books.execute(reference, shares);
            naive.execute(reference, shares);
        } else if (kind < 700) {
            books.reduce(reference, shares);
            naive.reduce(reference, shares);
        } else if (kind < 850) {
            delete(reference);
        } else if (kind < 997) {
            final long next = random.nextInt(references);
            books.replace(reference, next, price, shares);
            naive.replace(reference, next, price, shares);
        } else if (kind < 999) {
            final int instrument = random.nextInt(instruments);
            books.clear(instrument);
            naive.clear(instrument);
        } else if (random.nextInt(5) == 0) {
            books.clear();
            naive.clear();
        }
    }

    private void add(final long instrument, final long reference, final int side, final long price,
            final long shares) {
        books.add(instrument, reference, side, price, shares);
        naive.add(instrument, reference, side, price, shares);
    }

    private void delete(final long reference) {
        books.delete(reference);
        naive.delete(reference);
    }

    private List<String> state() {
        final Refusals refusals = books.refusals();
        final List<String> lines = new ArrayList<>();
        lines.add("orders " + books.liveOrders() + " executions " + books.executions() + " of "
                + books.executedShares());
        lines.add("unknown " + refusals.unknownReference() + " duplicate " + refusals.duplicateReference()
                + " surplus " + refusals.moreThanResting() + " range " + refusals.outOfRange());
        lines.addAll(levelLines(books));
        assertEquals(books.priceLevels(), lines.size() - 2);
        return lines;
    }

    static List<String> levelLines(final Books books) {
        final StringWriter text = new StringWriter();
        try {
            LevelLines.write(books, text);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        return text.toString().isEmpty() ? List.of() : Arrays.asList(text.toString().split("\n", -1));
    }
}
