package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.MutableHeader;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedDecoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.codec.marketdata.TradeEncoder;
import io.verbus.codec.nasdaq.StockDirectoryEncoder;
import io.verbus.marketdata.book.BookTotals;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.LevelLines;
import java.io.IOException;
import java.io.StringWriter;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MarketDataHandlerTest {
    private static final long SESSION = 77;
    private static final int MARKET_DATA = MessageHeaderEncoder.SCHEMA_ID;

    private final Sbe sbe = new Sbe();
    private long nowNs = 1_000;
    private final Books books = new Books(8);
    private final MarketDataHandler handler = new MarketDataHandler(books, new Instruments(), new LatencyMeter(),
            new LoopRates(), () -> nowNs);

    @BeforeEach
    void follow() {
        handler.follow(SESSION);
    }

    @Test
    void everyOrderMessageIsAppliedToTheBooks() throws IOException {
        take(sbe.added(1, 10, Side.BUY, 100_0000, 500));
        take(sbe.added(1, 11, Side.BUY, 100_0000, 200));
        take(sbe.added(1, 12, Side.SELL, 101_0000, 300));
        take(sbe.added(2, 13, Side.SELL, 7, 40));
        assertEquals("1,B,1000000,700,2\n1,S,1010000,300,1\n2,S,7,40,1", lines());
        take(sbe.executed(10, 100));
        take(sbe.executedAtPrice(12, 100_5000, 50));
        take(sbe.reduced(11, 20));
        assertEquals("1,B,1000000,580,2\n1,S,1010000,250,1\n2,S,7,40,1", lines());
        assertEquals(2, books.executions());
        assertEquals(150, books.executedShares());
        take(sbe.replaced(12, 14, 102_0000, 60));
        take(sbe.deleted(13));
        assertEquals("1,B,1000000,580,2\n1,S,1020000,60,1", lines());
        assertEquals(9, handler.messages());
        assertEquals(4, handler.count(OrderAddedDecoder.TEMPLATE_ID));
    }

    @Test
    void clearBooksDropsOrdersAndKeepsSymbols() throws IOException {
        take(sbe.instrument(5, "AAPL"));
        take(sbe.added(5, 1, Side.BUY, 10, 1));
        take(sbe.added(6, 2, Side.BUY, 10, 1));
        take(sbe.clearBooks(5));
        assertEquals("6,B,10,1,1", lines());
        take(sbe.clearBooks(0));
        assertEquals("", lines());
        assertEquals("AAPL", handler.instruments().symbol(5));
        assertEquals(1, handler.rates().loops());
    }

    @Test
    void suspectBooksAreMarkedUntilTheyAreSoundOrCleared() {
        take(sbe.state(5, InstrumentAction.SUSPECT, StateReason.VENUE));
        assertTrue(books.isSuspect(5) && !books.isSuspect(6));
        take(sbe.state(0, InstrumentAction.SUSPECT, StateReason.SOURCE_GAP));
        take(sbe.state(5, InstrumentAction.SOUND, StateReason.RECOVERED));
        assertTrue(!books.isSuspect(5) && books.isSuspect(6));
        take(sbe.state(6, InstrumentAction.NULL_VAL, StateReason.NULL_VAL));
        assertTrue(books.isSuspect(6), "an unknown action changes nothing");
        take(sbe.clearBooks(6));
        assertTrue(!books.isSuspect(6));
        assertEquals(1, handler.sourceGaps(), "only a suspect market counts");
        assertEquals(5, handler.count(InstrumentStateDecoder.TEMPLATE_ID));
    }

    @Test
    void tradesDoNotChangeBooks() throws IOException {
        take(sbe.added(1, 10, Side.BUY, 100, 500));
        take(sbe.other(MARKET_DATA, TradeEncoder.TEMPLATE_ID, TradeEncoder.BLOCK_LENGTH));
        assertEquals("1,B,100,500,1", lines());
        assertEquals(1, handler.count(TradeEncoder.TEMPLATE_ID));
        assertEquals(0, books.refusals().unknownReference());
    }

    @Test
    void unknownTypesAndOtherSchemasAreCounted() {
        take(sbe.other(MARKET_DATA, 0, 24));
        take(sbe.other(MARKET_DATA, 31, 24));
        take(sbe.other(MARKET_DATA, 65_535, 24));
        take(sbe.other(1, OrderAddedEncoder.TEMPLATE_ID, 40));
        assertEquals(4, handler.unknown());
        take(sbe.other(StockDirectoryEncoder.SCHEMA_ID, StockDirectoryEncoder.TEMPLATE_ID,
                StockDirectoryEncoder.BLOCK_LENGTH));
        assertEquals(4, handler.unknown(), "a message of the venue is known");
        assertEquals(new BookTotals(0, 0, 0, 0), BookTotals.of(books));
    }

    @Test
    void messagesTooShortForTheirFieldsAreCounted() {
        final int length = sbe.added(1, 10, Side.BUY, 100, 500);
        for (int cut = 0; cut < length; cut++) {
            take(cut);
        }
        assertEquals(length, handler.malformed());
        for (int body = 0; body < OrderAddedDecoder.quantityEncodingOffset() + Long.BYTES; body++) {
            take(sbe.other(MARKET_DATA, OrderAddedEncoder.TEMPLATE_ID, body));
        }
        assertEquals(length + OrderAddedDecoder.quantityEncodingOffset() + Long.BYTES, handler.malformed());
        assertEquals(0, books.liveOrders());
    }

    @Test
    void nullValuesAreNotAddedToBooks() {
        take(sbe.added(1, 1, Side.NULL_VAL, 100, 500));
        take(sbe.added(1, 2, Side.BUY, Long.MIN_VALUE, 500));
        take(sbe.added(1, 3, Side.BUY, 100, 4_294_967_295L));
        take(sbe.added(1, 3, Side.BUY, 100, Long.MAX_VALUE));
        take(sbe.added(1, 3, Side.BUY, 100, Long.MIN_VALUE));
        take(sbe.added(-1, 4, Side.BUY, 100, 500));
        assertEquals(6, books.refusals().outOfRange());
        assertEquals(0, books.liveOrders());
    }

    @Test
    void randomBytesDoNotThrow() {
        final SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 200_000; i++) {
            for (int at = 0; at < 120; at += Long.BYTES) {
                sbe.buffer.putLong(Sbe.OFFSET + at, random.nextLong() & (random.nextBoolean() ? -1 : 0x1FFFF));
            }
            sbe.buffer.putShort(Sbe.OFFSET, (short) random.nextInt(100));
            sbe.buffer.putShort(Sbe.OFFSET + 2, (short) random.nextInt(34));
            sbe.buffer.putShort(Sbe.OFFSET + 4, (short) (3 + random.nextInt(2)));
            take(random.nextInt(120));
        }
        assertEquals(200_000, handler.messages());
        final BookTotals totals = BookTotals.of(books);
        assertEquals(books.liveOrders(), totals.orders());
    }

    @Test
    void otherSessionsAreIgnored() {
        final int length = sbe.added(1, 10, Side.BUY, 100, 500);
        handler.onMessage(sbe.buffer, Sbe.OFFSET, length, new MutableHeader(SESSION + 1, "test", "test"));
        assertEquals(0, handler.messages());
        assertEquals(1, handler.otherSessions());
        assertEquals(0, books.liveOrders());
    }

    @Test
    void latencyIsMeasuredFromCommitToHandler() {
        final int length = sbe.deleted(1);
        nowNs = 5_000;
        handler.onMessage(sbe.buffer, Sbe.OFFSET, length,
                new MutableHeader(SESSION, "test", "test").publishedNs(4_400));
        handler.onMessage(sbe.buffer, Sbe.OFFSET, length,
                new MutableHeader(SESSION, "test", "test").publishedNs(6_000));
        take(length);
        final Histogram latencies = handler.latency().swap();
        assertEquals(1, latencies.getTotalCount());
        assertEquals(600, latencies.getMaxValue());
        assertEquals(1, handler.latency().negative());
    }

    private void take(final int length) {
        assertEquals(Action.TAKEN,
                handler.onMessage(sbe.buffer, Sbe.OFFSET, length, new MutableHeader(SESSION, "test", "test")));
    }

    private String lines() throws IOException {
        final StringWriter text = new StringWriter();
        LevelLines.write(books, text);
        return text.toString();
    }
}
