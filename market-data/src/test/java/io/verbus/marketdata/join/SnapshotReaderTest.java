package io.verbus.marketdata.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.codec.marketdata.BookSnapshotEntryEncoder;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.BookTotals;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.book.MessageTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SnapshotReaderTest {
    private static final long SESSION = Parts.SESSION;
    private static final BookTotals NOTHING = new BookTotals(0, 0, 0, 0);
    private static final Session PUBLISHER = new Session("md.test.snapshot", Parts.PUBLISHER, "feed", 7, 0, "test");

    private final Books books = new Books(8);
    private final List<String> states = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private final BookUpdater updater = new BookUpdater(books);
    private final SnapshotReader reader = new SnapshotReader(updater);
    private final Parts parts = new Parts(reader, Parts.PUBLISHER);
    private final Parts others = new Parts(reader, Parts.PUBLISHER + 1);

    @BeforeEach
    void judge() {
        reader.judgedBy(new SnapshotReader.Judge() {
            @Override
            public boolean isNeeded(final long session, final long sequence) {
                return session == SESSION;
            }

            @Override
            public void onState(final int type, final DirectBuffer buffer, final int offset, final int length) {
                states.add(MessageTypes.name(type));
            }

            @Override
            public void onRefused(final String reason) {
                refusals.add(reason);
            }
        });
        reader.onEvent(new SessionEvent.Started(PUBLISHER, 0));
    }

    @Test
    void completeSnapshotIsLoadedAndNoOtherIsTaken() {
        parts.begin(SESSION, 40, 2, 1);
        parts.instrument(7, "AAPL");
        parts.order(7, 10, Side.BUY, 5, 100);
        assertFalse(reader.isWhole());
        parts.order(7, 11, Side.SELL, 6, 20);
        parts.end(SESSION, 40, 2, 2, 120);
        assertTrue(reader.isWhole());
        assertEquals("40 2", reader.sequence() + " " + reader.entries());
        assertEquals(new BookTotals(2, 2, 1, 120), BookTotals.of(books));
        assertEquals("AAPL", updater.instruments().symbol(7));
        assertEquals(List.of("Instrument"), states);
        assertFalse(parts.begin(SESSION, 41, 2, 1), "another snapshot would corrupt the books");
        books.execute(10, 100);
        assertEquals(0, books.refusals().unknownReference(), "orders are found by their references");
        reader.discard();
        assertEquals(NOTHING, BookTotals.of(books));
        assertEquals("#7", updater.instruments().symbol(7), "the next snapshot can be of another session");
        parts.whole(SESSION, 41);
        assertTrue(reader.isWhole());
    }

    @Test
    void unneededSnapshotsAndPartsWithoutBeginningAreIgnored() {
        parts.order(7, 10, Side.BUY, 5, 100);
        parts.end(SESSION, 40, 1, 1, 100);
        parts.whole(SESSION + 1, 40);
        assertFalse(reader.isWhole());
        assertEquals(NOTHING, BookTotals.of(books));
        assertEquals(List.of(), refusals);
    }

    @Test
    void oneOfTwoPublishersIsReadAtATime() {
        parts.begin(SESSION, 40, 1, 0);
        others.whole(SESSION, 50);
        parts.order(7, 10, Side.BUY, 5, 100);
        parts.end(SESSION, 40, 1, 1, 100);
        assertTrue(reader.isWhole());
        assertEquals(40, reader.sequence());
        assertEquals(List.of(), refusals);
    }

    @Test
    void snapshotWithInconsistentTotalsIsRefused() {
        refusedByEnd("it has 1 orders and levels instead of 2", () -> parts.end(SESSION, 40, 2, 1, 100));
        refusedByEnd("it has 1 price levels instead of 2", () -> parts.end(SESSION, 40, 1, 2, 100));
        refusedByEnd("its orders and levels have a quantity of 100 instead of 90",
                () -> parts.end(SESSION, 40, 1, 1, 90));
        refusedByEnd("its end belongs to the snapshot at message 41", () -> parts.end(SESSION, 41, 1, 1, 100));
        parts.begin(SESSION, 40, 0, 2);
        parts.instrument(7, "AAPL");
        parts.end(SESSION, 40, 0, 0, 0);
        assertRefused("it has 1 instruments instead of 2");
    }

    @Test
    void invalidOrdersAreRefused() {
        refusedByOrder("order 10 is invalid or a duplicate", 7, 10, Side.BUY, 5, 100);
        refusedByOrder("order 11 is invalid or a duplicate", Books.MAX_INSTRUMENTS, 11, Side.BUY, 5,
                1);
        refusedByOrder("order 12 is invalid or a duplicate", 7, 12, Side.NULL_VAL, 5, 1);
        refusedByOrder("order 13 is invalid or a duplicate", 7, 13, Side.BUY, Books.NO_PRICE, 1);
        refusedByOrder("order 14 is invalid or a duplicate", 7, 14, Side.BUY, 5, 0);
        refusedByOrder("order 15 is invalid or a duplicate", 7, 15, Side.BUY, 5, 0xFFFF_FFFFL);
        assertEquals(0, books.refusals().outOfRange() + books.refusals().duplicateReference(),
                "errors of a snapshot do not count as errors of the stream");
    }

    @Test
    void incompleteSnapshotIsRefused() {
        parts.begin(SESSION, 40, 1, 0);
        reader.onEvent(new Gap(PUBLISHER, 5, 9, 0, GapCause.LAPPED, "lapped"));
        assertRefused("5 of its messages are missing (lapped)");
        parts.begin(SESSION, 40, 1, 0);
        parts.begin(SESSION, 41, 1, 0);
        assertEquals(List.of("another snapshot starts before its end"), refusals);
        refusals.clear();
        reader.onEvent(new LostSession(PUBLISHER, 1, 1, LossCause.DIED, "its process died"));
        assertRefused("its process died");
        assertEquals("0 of 1", reader.publishers() + " of " + reader.publishersSeen());
        reader.onEvent(new Gap(PUBLISHER, 10, 11, 0, GapCause.LAPPED, "nothing was being read"));
        assertEquals(List.of(), refusals);
    }

    @Test
    void invalidMessagesAreRefused() {
        parts.begin(SESSION, 40, 1, 0);
        parts.giveBytes(5);
        assertRefused("a message of 5 bytes is shorter than its header");
        new MessageHeaderEncoder().wrap(parts.buffer, 8).schemaId(9).templateId(29).blockLength(64).version(0);
        parts.giveBytes(72);
        assertRefused("a message has schema 9, not that of market data");
        new MessageHeaderEncoder().wrap(parts.buffer, 8).schemaId(3).templateId(29).blockLength(65).version(0);
        parts.giveBytes(72);
        assertRefused("a message of type 29 and 72 bytes has an invalid body of 65 bytes");
        new MessageHeaderEncoder().wrap(parts.buffer, 8).schemaId(3).templateId(29).blockLength(55).version(0);
        parts.giveBytes(72);
        assertRefused("a message of type 29 and 72 bytes has an invalid body of 55 bytes");
    }

    @Test
    void snapshotWithoutTotalsIsLoadedAndLaterTypesAreIgnored() {
        parts.begin(SESSION, 40, 1, 4_294_967_295L);
        new MessageHeaderEncoder().wrap(parts.buffer, 8).schemaId(3).templateId(31).blockLength(32).version(1);
        parts.giveBytes(40);
        parts.order(7, 10, Side.BUY, 5, 100);
        parts.end(SESSION, 40, 1, 4_294_967_295L, Long.MIN_VALUE);
        assertTrue(reader.isWhole(), refusals::toString);
    }

    @Test
    void suspectBooksOfASnapshotAreSuspect() {
        parts.begin(SESSION, 40, 1, 0);
        parts.state(0, InstrumentAction.SUSPECT);
        parts.state(8, InstrumentAction.SOUND);
        parts.order(7, 10, Side.BUY, 5, 100);
        parts.end(SESSION, 40, 1, 1, 100);
        assertTrue(reader.isWhole(), refusals::toString);
        assertTrue(books.isSuspect(7));
        assertFalse(books.isSuspect(8));
        reader.discard();
        assertFalse(books.isSuspect(7));
        parts.state(9, InstrumentAction.SUSPECT);
        assertFalse(books.isSuspect(9), "it is of no snapshot");
    }

    @Test
    void statesOfASnapshotAreApplied() {
        parts.begin(SESSION, 40, 0, 0);
        parts.status(7, TradingState.HALTED);
        parts.directory(7);
        parts.added(7, 10);
        parts.end(SESSION, 40, 0, 0, 0);
        assertTrue(reader.isWhole(), refusals::toString);
        assertEquals(TradingState.HALTED, updater.states().state(7));
        assertEquals(List.of("TradingStatus", "StockDirectory"), states, "an order of the stream is not applied");
        reader.discard();
        assertEquals(TradingState.NULL_VAL, updater.states().state(7));
        parts.status(7, TradingState.HALTED);
        assertEquals(TradingState.NULL_VAL, updater.states().state(7), "it is of no snapshot");
        parts.begin(SESSION, 40, 0, 0);
        parts.instrument(7, "AAPL", 1);
        assertEquals(1, refusals.size(), refusals::toString);
    }

    @Test
    void levelsOfASnapshotAreLoaded() {
        final LevelBooks levels = updater.levelBooks();
        parts.begin(SESSION, 40, 3, 0);
        parts.level(7, Side.BUY, 5, 100, 3, true);
        parts.level(7, Side.SELL, 6, 20, -1, true);
        parts.level(8, Side.BUY, 5, 1, -1, false);
        parts.end(SESSION, 40, 3, 3, 121);
        assertTrue(reader.isWhole(), refusals::toString);
        assertEquals(new BookTotals(0, 3, 2, 121), BookTotals.of(books, levels));
        assertEquals("3 0", levels.orders(7, BookSide.BUY, 0) + " " + levels.orders(7, BookSide.SELL, 0));
        assertEquals("false true", levels.isInsideEvent(7) + " " + levels.isInsideEvent(8));
        reader.discard();
        assertEquals(NOTHING, BookTotals.of(levels));
        assertFalse(levels.isInsideEvent(8));
    }

    @Test
    void invalidLevelsAreRefused() {
        refusedByLevel(5, () -> parts.level(7, Side.BUY, 5, 100, 0, true)); // a second one
        refusedByLevel(6, () -> parts.level(Books.MAX_INSTRUMENTS, Side.BUY, 6, 1, 0, true));
        refusedByLevel(6, () -> parts.level(7, Side.NULL_VAL, 6, 1, 0, true));
        refusedByLevel(Books.NO_PRICE, () -> parts.level(7, Side.BUY, Books.NO_PRICE, 1, 0, true));
        refusedByLevel(6, () -> parts.level(7, Side.BUY, 6, 0, 0, true));
        refusedByLevel(6, () -> parts.level(7, Side.BUY, 6, LevelBooks.MAX_QUANTITY + 1, 0, true));
        assertEquals(0, books.refusals().outOfRange());
    }

    private void refusedByLevel(final long price, final Runnable level) {
        parts.begin(SESSION, 40, 2, 0);
        parts.level(7, Side.BUY, 5, 100, 0, true);
        level.run();
        assertEquals(1, refusals.size(), refusals::toString);
        assertTrue(refusals.getFirst().matches("the level at " + price
                + " of instrument \\d+ is invalid or a duplicate"), refusals::toString);
        assertRefused(refusals.getFirst());
    }

    @Test
    void randomBytesDoNotThrow() {
        final SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 300_000; i++) {
            for (int at = 8; at < 128; at += Long.BYTES) {
                parts.buffer.putLong(at, random.nextLong() & (random.nextBoolean() ? -1 : 0x1F));
            }
            new MessageHeaderEncoder().wrap(parts.buffer, 8).schemaId(3)
                    .templateId(random.nextInt(5) == 0 ? 3 + random.nextInt(2) : 27 + random.nextInt(5))
                    .blockLength(30 + random.nextInt(60)).version(random.nextInt(3));
            if (random.nextInt(20) == 0) {
                parts.begin(SESSION, i, random.nextInt(3), random.nextInt(2));
            } else {
                parts.giveBytes(random.nextInt(120));
            }
            if (reader.isWhole()) {
                reader.discard();
            }
        }
        reader.discard();
        assertEquals(NOTHING, BookTotals.of(books));
        assertEquals(BookSnapshotEntryEncoder.BLOCK_LENGTH, 64);
    }

    private void refusedByEnd(final String reason, final Runnable end) {
        parts.begin(SESSION, 40, 1, 1);
        parts.instrument(7, "AAPL");
        parts.order(7, 10, Side.BUY, 5, 100);
        end.run();
        assertRefused(reason);
    }

    private void refusedByOrder(final String reason, final int instrument, final long reference, final Side side,
            final long price, final long shares) {
        parts.begin(SESSION, 40, 2, 0);
        parts.order(7, 10, Side.BUY, 5, 100);
        parts.order(instrument, reference, side, price, shares);
        assertRefused(reason);
    }

    /** Checks that the snapshot was refused for this reason only, that the books are empty, and that the next loads. */
    private void assertRefused(final String reason) {
        assertEquals(List.of(reason), refusals);
        assertFalse(reader.isWhole());
        assertEquals(NOTHING, BookTotals.of(books));
        refusals.clear();
        parts.whole(SESSION, 99);
        assertTrue(reader.isWhole());
        reader.discard();
    }
}
