package io.verbus.sample.subscriber.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.marketdata.BookSnapshotEntryEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.sample.book.BookTotals;
import io.verbus.sample.book.Books;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SnapshotReaderTest {
    private static final long WANTED = Parts.SESSION;
    private static final BookTotals NOTHING = new BookTotals(0, 0, 0, 0);
    private static final Session PUBLISHER = new Session("md.test.snapshot", Parts.PUBLISHER, "feed", 7, 0, "test");

    private final Books books = new Books(8);
    private final List<String> names = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private final SnapshotReader reader = new SnapshotReader(books,
            (id, buffer, offset) -> names.add(id + " " + buffer.getStringWithoutLengthAscii(offset, 4)));
    private final Parts parts = new Parts(reader, Parts.PUBLISHER);
    private final Parts others = new Parts(reader, Parts.PUBLISHER + 1);

    @BeforeEach
    void judge() {
        reader.judgedBy(new SnapshotReader.Judge() {
            @Override
            public boolean isWanted(final long session, final long sequence) {
                return session == WANTED;
            }

            @Override
            public void onRefused(final String reason) {
                refusals.add(reason);
            }
        });
        reader.onStarted(PUBLISHER, 0);
    }

    @Test
    void putsAWholeSnapshotIntoTheBooksAndTakesNoMore() {
        parts.begin(WANTED, 40, 2, 1);
        parts.instrument(7, "AAPL");
        parts.order(7, 10, Side.BUY, 5, 100);
        assertFalse(reader.isWhole());
        parts.order(7, 11, Side.SELL, 6, 20);
        parts.end(WANTED, 40, 2, 2, 120);
        assertTrue(reader.isWhole());
        assertEquals("40 2", reader.sequence() + " " + reader.orders());
        assertEquals(new BookTotals(2, 2, 1, 120), BookTotals.of(books));
        assertEquals(List.of("7 AAPL"), names);
        assertFalse(parts.begin(WANTED, 41, 2, 1), "a next one would spoil the books");
        books.execute(10, 100);
        assertEquals(0, books.refusals().unknownReference(), "orders are known by their references");
        reader.discard();
        assertEquals(NOTHING, BookTotals.of(books));
        parts.whole(WANTED, 41);
        assertTrue(reader.isWhole());
    }

    @Test
    void passesOverWhatIsNotWantedOrHasNoBeginning() {
        parts.order(7, 10, Side.BUY, 5, 100);
        parts.end(WANTED, 40, 1, 1, 100);
        parts.whole(WANTED + 1, 40);
        assertFalse(reader.isWhole());
        assertEquals(NOTHING, BookTotals.of(books));
        assertEquals(List.of(), refusals);
    }

    @Test
    void readsOneOfTwoPublishersAtATime() {
        parts.begin(WANTED, 40, 1, 0);
        others.whole(WANTED, 50);
        parts.order(7, 10, Side.BUY, 5, 100);
        parts.end(WANTED, 40, 1, 1, 100);
        assertTrue(reader.isWhole());
        assertEquals(40, reader.sequence());
        assertEquals(List.of(), refusals);
    }

    @Test
    void refusesWhatDoesNotAddUp() {
        refusedByEnd("1 orders came instead of 2", () -> parts.end(WANTED, 40, 2, 1, 100));
        refusedByEnd("it makes 1 price levels instead of 2", () -> parts.end(WANTED, 40, 1, 2, 100));
        refusedByEnd("its orders add up to 100 shares instead of 90", () -> parts.end(WANTED, 40, 1, 1, 90));
        refusedByEnd("it ends as the one at message 41", () -> parts.end(WANTED, 41, 1, 1, 100));
        parts.begin(WANTED, 40, 0, 2);
        parts.instrument(7, "AAPL");
        parts.end(WANTED, 40, 0, 0, 0);
        assertRefused("1 instruments came instead of 2");
    }

    @Test
    void refusesOrdersThatNoBookHas() {
        refusedByOrder("order 10 does not fit into books, or is there twice", 7, 10, Side.BUY, 5, 100);
        refusedByOrder("order 11 does not fit into books, or is there twice", Books.MAX_INSTRUMENTS, 11, Side.BUY, 5,
                1);
        refusedByOrder("order 12 does not fit into books, or is there twice", 7, 12, Side.NULL_VAL, 5, 1);
        refusedByOrder("order 13 does not fit into books, or is there twice", 7, 13, Side.BUY, Books.NO_PRICE, 1);
        refusedByOrder("order 14 does not fit into books, or is there twice", 7, 14, Side.BUY, 5, 0);
        refusedByOrder("order 15 does not fit into books, or is there twice", 7, 15, Side.BUY, 5, 0xFFFF_FFFFL);
        refusedByOrder("it has price levels, and these books are made of orders", 7, -1, Side.BUY, 5, 100);
        assertEquals(0, books.refusals().outOfRange() + books.refusals().duplicateReference(),
                "what a snapshot says wrong is not the stream's fault");
    }

    @Test
    void refusesWhatIsIncomplete() {
        parts.begin(WANTED, 40, 1, 0);
        reader.onGap(new Gap(PUBLISHER, 5, 9, 0, "lapped"));
        assertRefused("5 messages of it are missing (lapped)");
        parts.begin(WANTED, 40, 1, 0);
        parts.begin(WANTED, 41, 1, 0);
        assertEquals(List.of("another one begins before its end"), refusals);
        refusals.clear();
        reader.onLost(new LostSession(PUBLISHER, 1, 1, true, "its process died"));
        assertRefused("its process died");
        assertEquals("0 of 1", reader.publishers() + " of " + reader.publishersSeen());
        reader.onGap(new Gap(PUBLISHER, 10, 11, 0, "nothing was being read"));
        assertEquals(List.of(), refusals);
    }

    @Test
    void refusesGarbage() {
        parts.begin(WANTED, 40, 1, 0);
        parts.giveBytes(5);
        assertRefused("a message of 5 bytes is too short for its header");
        new MessageHeaderEncoder().wrap(parts.buffer, 8).schemaId(9).templateId(27).blockLength(44).version(1);
        parts.giveBytes(52);
        assertRefused("a message is of schema 9, not of market data");
        new MessageHeaderEncoder().wrap(parts.buffer, 8).schemaId(1).templateId(27).blockLength(45).version(1);
        parts.giveBytes(52);
        assertRefused("a message of type 27 has a body of 45 bytes, in 52");
        new MessageHeaderEncoder().wrap(parts.buffer, 8).schemaId(1).templateId(27).blockLength(35).version(1);
        parts.giveBytes(52);
        assertRefused("a message of type 27 has a body of 35 bytes, in 52");
    }

    @Test
    void takesASnapshotOfTheFirstVersionAndPassesOverTypesOfALaterOne() {
        parts.begin(WANTED, 40, 1, 4_294_967_295L);
        new MessageHeaderEncoder().wrap(parts.buffer, 8).schemaId(1).templateId(29).blockLength(16).version(2);
        parts.giveBytes(24);
        parts.order(7, 10, Side.BUY, 5, 100);
        parts.end(WANTED, 40, 1, 4_294_967_295L, -1);
        assertTrue(reader.isWhole(), refusals::toString);
    }

    @Test
    void survivesAnyBytes() {
        final SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 300_000; i++) {
            for (int at = 8; at < 88; at += Long.BYTES) {
                parts.buffer.putLong(at, random.nextLong() & (random.nextBoolean() ? -1 : 0x1F));
            }
            new MessageHeaderEncoder().wrap(parts.buffer, 8).schemaId(1).templateId(25 + random.nextInt(5))
                    .blockLength(30 + random.nextInt(40)).version(random.nextInt(3));
            if (random.nextInt(20) == 0) {
                parts.begin(WANTED, i, random.nextInt(3), random.nextInt(2));
            } else {
                parts.giveBytes(random.nextInt(80));
            }
            if (reader.isWhole()) {
                reader.discard();
            }
        }
        reader.discard();
        assertEquals(NOTHING, BookTotals.of(books));
        assertEquals(BookSnapshotEntryEncoder.BLOCK_LENGTH, 44);
    }

    private void refusedByEnd(final String reason, final Runnable end) {
        parts.begin(WANTED, 40, 1, 1);
        parts.instrument(7, "AAPL");
        parts.order(7, 10, Side.BUY, 5, 100);
        end.run();
        assertRefused(reason);
    }

    private void refusedByOrder(final String reason, final int instrument, final long reference, final Side side,
            final long price, final long shares) {
        parts.begin(WANTED, 40, 2, 0);
        parts.order(7, 10, Side.BUY, 5, 100);
        parts.order(instrument, reference, side, price, shares);
        assertRefused(reason);
    }

    /** That it was refused for this reason alone, has left nothing, and that the next one is taken. */
    private void assertRefused(final String reason) {
        assertEquals(List.of(reason), refusals);
        assertFalse(reader.isWhole());
        assertEquals(NOTHING, BookTotals.of(books));
        refusals.clear();
        parts.whole(WANTED, 99);
        assertTrue(reader.isWhole());
        reader.discard();
    }
}
