package io.verbus.marketdata.deep;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.verbus.MessageWriter;
import io.verbus.Session;
import io.verbus.codec.marketdata.AuctionDecoder;
import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.Authenticity;
import io.verbus.codec.marketdata.ImbalanceDirection;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.InstrumentKind;
import io.verbus.codec.marketdata.MarketEventDecoder;
import io.verbus.codec.marketdata.MarketStep;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.PriceLevelDeletedDecoder;
import io.verbus.codec.marketdata.PriceLevelSetDecoder;
import io.verbus.codec.marketdata.PriceVariation;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.StatisticDecoder;
import io.verbus.codec.marketdata.StatisticKind;
import io.verbus.codec.marketdata.TradeCancelledDecoder;
import io.verbus.codec.marketdata.TradeDecoder;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.codec.marketdata.TradingStatusDecoder;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class DeepNormaliserTest {
    private static final long TIME_NS = 1_493_132_598_742_110_851L;
    private static final long RECEIVED_NS = TIME_NS + 5_000;
    private static final int END = 1;
    private static final int CONTINUES = 0;

    private final DeepNormaliser normaliser = new DeepNormaliser();
    private final DeepNormaliser twin = new DeepNormaliser();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private long sequence;

    @Test
    void everyTypeHasTheLengthOfTheSpecification() {
        final int[] lengths = {10, 31, 22, 18, 19, 18, 30, 30, 38, 26, 38, 80};
        for (final DeepType type : DeepType.values()) {
            assertEquals(lengths[type.ordinal()], type.length(), type.title());
            assertEquals(type.length(), DeepType.length((byte) type.code()));
            assertEquals(type.length(), normaliser.requiredLength(message(type.code(), 0, "X"), 0, 1));
        }
        assertEquals(DeepType.UNKNOWN, DeepType.length((byte) 'Z'));
        assertEquals(DeepType.UNKNOWN, DeepType.length((byte) -1));
    }

    @Test
    void levelIsSetOrDeletedAndItsFlagEndsTheEvent() {
        final UnsafeBuffer in = message('8', CONTINUES, "ZIEXT");
        in.putInt(18, -1, LITTLE_ENDIAN);
        in.putLong(22, -5, LITTLE_ENDIAN);
        final List<byte[]> first = normalise(in);
        assertEquals(2, first.size());
        final InstrumentDecoder instrument = new InstrumentDecoder().wrapAndApplyHeader(wrap(first.get(0)), 0, header);
        assertEquals(0, instrument.flags().getRaw());
        assertEquals(1, instrument.instrumentId());
        assertEquals(InstrumentKind.NULL_VAL, instrument.kind());
        assertEquals(Authenticity.NULL_VAL, instrument.authenticity());
        assertEquals(InstrumentDecoder.lotNullValue(), instrument.lot());
        assertEquals(-4, instrument.priceExponent());
        assertEquals(0, instrument.quantityExponent());
        assertEquals("USD", instrument.currency());
        assertEquals(0, instrument.legs().count());
        assertEquals("ZIEXT", instrument.symbol());
        final PriceLevelSetDecoder set = new PriceLevelSetDecoder().wrapAndApplyHeader(wrap(first.get(1)), 0, header);
        assertEquals(TIME_NS, set.timestamp());
        assertEquals(RECEIVED_NS, set.received());
        assertEquals(sequence, set.sequence());
        assertEquals(1, set.instrumentId());
        assertEquals(0, set.channel());
        assertEquals(0, set.flags().getRaw());
        assertEquals(Side.BUY, set.side());
        assertEquals(-5, set.price());
        assertEquals(0xFFFF_FFFFL, set.quantity());
        assertEquals(PriceLevelSetDecoder.ordersNullValue(), set.orders());
        assertEquals(PriceLevelSetDecoder.levelNullValue(), set.level());

        final UnsafeBuffer sell = message('5', END, "ZIEXT");
        sell.putLong(22, 7, LITTLE_ENDIAN);
        final PriceLevelDeletedDecoder deleted = new PriceLevelDeletedDecoder().wrapAndApplyHeader(only(sell), 0,
                header);
        assertTrue(deleted.flags().endOfEvent());
        assertEquals(Side.SELL, deleted.side());
        assertEquals(7, deleted.price());
        assertEquals(PriceLevelDeletedDecoder.levelNullValue(), deleted.level());
    }

    @Test
    void tradeInsideAnEventDoesNotEndIt() {
        final UnsafeBuffer in = message('T', 0x80 | 0x20 | 0x08, "A");
        in.putInt(18, 100, LITTLE_ENDIAN);
        in.putLong(22, 123_456, LITTLE_ENDIAN);
        in.putLong(30, 99, LITTLE_ENDIAN);
        final TradeDecoder trade = new TradeDecoder().wrapAndApplyHeader(wrap(normalise(in).get(1)), 0, header);
        assertTrue(trade.flags().endOfEvent());
        assertEquals(Side.NULL_VAL, trade.aggressor());
        assertEquals(99, trade.tradeId());
        assertEquals(TradeDecoder.orderIdNullValue(), trade.orderId());
        assertEquals(123_456, trade.price());
        assertEquals(100, trade.quantity());
        assertEquals(1 << 6 | 1 << 5 | 1 << 8, trade.conditions().getRaw());
        in.putByte(1, (byte) (0x40 | 0x10));
        trade.wrapAndApplyHeader(only(in), 0, header);
        assertEquals(1 << 4 | 1 << 7, trade.conditions().getRaw());

        only(message('8', CONTINUES, "A"));
        assertEquals(0, trade.wrapAndApplyHeader(only(in), 0, header).flags().getRaw());
        only(message('8', END, "A"));
        assertTrue(trade.wrapAndApplyHeader(only(in), 0, header).flags().endOfEvent());

        final TradeCancelledDecoder cancelled = new TradeCancelledDecoder();
        in.putByte(0, (byte) 'B');
        assertEquals(99, cancelled.wrapAndApplyHeader(only(in), 0, header).tradeId());
    }

    @Test
    void forgottenStatesEndEventsAndHaltsAndKeepIndexes() {
        normalise(message('8', CONTINUES, "A"));
        assertEquals("HALTED_HERE ", status('O', 'O'));
        assertEquals("HALTED_HERE T1", status('H', 'T'));

        normaliser.forgetStates();
        twin.forgetStates();

        final UnsafeBuffer trade = message('T', 0, "A");
        final TradeDecoder decoded = new TradeDecoder().wrapAndApplyHeader(only(trade), 0, header);
        assertTrue(decoded.flags().endOfEvent(), "the end of the event may be lost");
        assertEquals(1, decoded.instrumentId());
        assertEquals("TRADING T1", status('H', 'T'), "the end of the halt may be lost");
    }

    @Test
    void directoryDefinesTheInstrument() {
        final UnsafeBuffer in = message('D', 0x80 | 0x20, "ETP.T");
        in.putInt(18, 100, LITTLE_ENDIAN);
        final InstrumentDecoder instrument = new InstrumentDecoder();
        for (int i = 0; i < 2; i++) {
            instrument.wrapAndApplyHeader(only(in), 0, header);
            assertTrue(instrument.flags().endOfEvent());
            assertEquals(InstrumentKind.FUND, instrument.kind());
            assertEquals(Authenticity.TEST, instrument.authenticity());
            assertEquals(100, instrument.lot());
            assertEquals(1, instrument.instrumentId());
            assertEquals(0, instrument.legs().count());
            assertEquals("ETP.T", instrument.symbol());
        }
        instrument.wrapAndApplyHeader(only(message('D', 0, "SHARE")), 0, header);
        assertEquals(InstrumentKind.EQUITY, instrument.kind());
        assertEquals(Authenticity.PRODUCTION, instrument.authenticity());
        assertEquals(2, instrument.instrumentId());
    }

    @Test
    void haltOnIexIsPartOfTheTradingStatus() {
        assertEquals("HALTED_HERE ", status('O', 'O'));
        assertEquals("HALTED_HERE T1", status('H', 'T'));
        assertEquals("HALTED T1", status('H', 'H'));
        assertEquals("HALTED ", status('O', 'N'));
        assertEquals("PAUSED T1", status('H', 'P'));
        assertEquals("QUOTATION_ONLY T1", status('H', 'O'));
        assertEquals("TRADING T1", status('H', 'T'));
        assertEquals("TRADING ", status('O', 'N'));
        assertEquals("NULL_VAL T1", status('H', '?'));
        assertEquals(1, normalise(message('O', 'N', "OTHER")).size(), "only its Instrument: the state is not known");
    }

    @Test
    void eventsStatisticsAndAuctionsAreConverted() {
        final MarketStep[] steps = {MarketStep.START_OF_MESSAGES, MarketStep.START_OF_SYSTEM_HOURS,
                MarketStep.START_OF_MARKET_HOURS, MarketStep.END_OF_MARKET_HOURS, MarketStep.END_OF_SYSTEM_HOURS,
                MarketStep.END_OF_MESSAGES, MarketStep.NULL_VAL};
        for (int i = 0; i < steps.length; i++) {
            final MarketEventDecoder event = new MarketEventDecoder()
                    .wrapAndApplyHeader(only(message('S', "OSRMEC?".charAt(i), "")), 0, header);
            assertEquals(steps[i], event.step());
            assertEquals(0, event.instrumentId());
            assertTrue(event.flags().endOfEvent());
        }
        final UnsafeBuffer price = message('X', 'M', "A");
        price.putLong(18, 11, LITTLE_ENDIAN);
        final StatisticDecoder statistic = new StatisticDecoder()
                .wrapAndApplyHeader(wrap(normalise(price).get(1)), 0, header);
        assertEquals(StatisticKind.CLOSE, statistic.kind());
        assertEquals(11, statistic.price());
        assertEquals(StatisticDecoder.quantityNullValue(), statistic.quantity());
        assertEquals(StatisticDecoder.dayNullValue(), statistic.day());

        final UnsafeBuffer in = message('A', 'V', "A");
        in.putInt(18, 1, LITTLE_ENDIAN);
        in.putLong(22, 2, LITTLE_ENDIAN);
        in.putLong(30, 3, LITTLE_ENDIAN);
        in.putInt(38, 4, LITTLE_ENDIAN);
        in.putByte(42, (byte) 'S');
        in.putByte(43, (byte) 200);
        in.putInt(44, 1_493_132_598, LITTLE_ENDIAN);
        in.putLong(48, 5, LITTLE_ENDIAN);
        in.putLong(56, 6, LITTLE_ENDIAN);
        in.putLong(64, 7, LITTLE_ENDIAN);
        in.putLong(72, 8, LITTLE_ENDIAN);
        final AuctionDecoder auction = new AuctionDecoder().wrapAndApplyHeader(only(in), 0, header);
        assertEquals(AuctionKind.VOLATILITY, auction.kind());
        assertEquals(1, auction.pairedQuantity());
        assertEquals(2, auction.referencePrice());
        assertEquals(3, auction.nearPrice());
        assertEquals(4, auction.imbalanceQuantity());
        assertEquals(ImbalanceDirection.SELL, auction.direction());
        assertEquals(200, auction.extensions());
        assertEquals(1_493_132_598_000_000_000L, auction.auctionTime());
        assertEquals(5, auction.farPrice());
        assertEquals(7, auction.lowerCollar());
        assertEquals(8, auction.upperCollar());
        assertEquals(PriceVariation.NULL_VAL, auction.variation());
        auction.wrapAndApplyHeader(only(message('A', 'I', "A")), 0, header);
        assertEquals(AuctionKind.IPO, auction.kind());
        assertEquals(AuctionDecoder.referencePriceNullValue(), auction.referencePrice());
        assertEquals(AuctionDecoder.auctionTimeNullValue(), auction.auctionTime());
    }

    @Test
    void indexesAreDenseInTheOrderOfFirstAppearance() {
        for (int i = 0; i < 40_000; i++) {
            final String symbol = "S" + i;
            final char type = "8P5EHT".charAt(i % 6);
            final List<byte[]> written = normalise(message(type, 'T', symbol));
            assertEquals(type == 'P' || type == 'E' ? 1 : 2, written.size());
            final InstrumentDecoder instrument = new InstrumentDecoder().wrapAndApplyHeader(wrap(written.getFirst()),
                    0, header);
            assertEquals(i + 1, instrument.instrumentId());
            instrument.legs();
            assertEquals(symbol, instrument.symbol());
        }
        assertEquals(0, normalise(message('P', 1, "S7")).size());
        assertEquals(8, new PriceLevelDeletedDecoder().wrapAndApplyHeader(only(message('8', 1, "S7")), 0, header)
                .instrumentId());
    }

    @Test
    void knownSymbolsAllocateNothing() {
        final UnsafeBuffer[] in = new UnsafeBuffer[DeepType.values().length];
        for (final DeepType type : DeepType.values()) {
            in[type.ordinal()] = message(type.code(), type.code() == 'S' ? 'M' : 'T', "A");
            if (type.length() >= 22) {
                in[type.ordinal()].putInt(18, 1);
            }
        }
        final Writer out = new Writer((byte) 0, false);
        final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            final long before = thread.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 24_000; i++) {
                final UnsafeBuffer message = in[i % in.length];
                normaliser.normalise(message, 0, message.capacity(), i, i, out);
            }
            least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < 1_000, least + " bytes for 24,000 messages");
    }

    private String status(final char type, final char code) {
        final UnsafeBuffer in = message(type, code, "A");
        if (type == 'H') {
            in.putStringWithoutLengthAscii(18, "T1  ");
        }
        final TradingStatusDecoder status = new TradingStatusDecoder()
                .wrapAndApplyHeader(wrap(normalise(in).getLast()), 0, header);
        final TradingState state = status.state();
        return state + " " + status.reason();
    }

    private UnsafeBuffer only(final UnsafeBuffer in) {
        final List<byte[]> written = normalise(in);
        assertEquals(1, written.size());
        return wrap(written.getFirst());
    }

    /** Normalises into memory with two contents: each byte of a message must be written, so that both are equal. */
    private List<byte[]> normalise(final UnsafeBuffer in) {
        sequence++;
        final Writer out = new Writer((byte) 0x55, true);
        final Writer other = new Writer((byte) 0xAA, true);
        normaliser.normalise(in, 0, in.capacity(), sequence, RECEIVED_NS, out);
        twin.normalise(in, 0, in.capacity(), sequence, RECEIVED_NS, other);
        assertArrayEquals(out.messages.toArray(), other.messages.toArray());
        return out.messages;
    }

    private static UnsafeBuffer wrap(final byte[] message) {
        return new UnsafeBuffer(message);
    }

    /** A message with its first fields, and zeros after them. */
    private static UnsafeBuffer message(final char type, final int code, final String symbol) {
        final int length = DeepType.length((byte) type);
        final ByteBuffer out = ByteBuffer.allocate(length).order(LITTLE_ENDIAN).put((byte) type).put((byte) code)
                .putLong(TIME_NS);
        if (type != 'S') {
            out.put(String.format("%-8s", symbol).getBytes(US_ASCII));
        }
        return new UnsafeBuffer(out.array());
    }

    /** Keeps the messages, if requested; checks that the bytes around them stay as they are. */
    private static final class Writer implements MessageWriter {
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
        private final List<byte[]> messages = new ArrayList<>();
        private final byte fill;
        private final boolean isKept;
        private int claimed;

        Writer(final byte fill, final boolean isKept) {
            this.fill = fill;
            this.isKept = isKept;
        }

        @Override
        public int claim(final int length) {
            claimed = length;
            if (isKept) {
                buffer.setMemory(0, 512, fill);
            }
            return 8;
        }

        @Override
        public MutableDirectBuffer buffer() {
            return buffer;
        }

        @Override
        public long commit() {
            if (isKept) {
                final byte[] message = new byte[claimed];
                buffer.getBytes(8, message);
                messages.add(message);
                for (int i = 0; i < 8; i++) {
                    assertEquals(fill, buffer.getByte(i));
                    assertEquals(fill, buffer.getByte(8 + claimed + i), "after " + claimed + " bytes");
                }
            }
            return 0;
        }

        @Override
        public void abort() {
            throw new AssertionError("a normaliser aborts nothing");
        }

        @Override
        public Session session() {
            return new Session("deep", 1, "feed", 1, 0, "");
        }

        @Override
        public long position() {
            return 0;
        }
    }
}
