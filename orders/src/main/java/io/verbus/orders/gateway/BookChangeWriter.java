package io.verbus.orders.gateway;

import io.verbus.BusException;
import io.verbus.MessageWriter;
import io.verbus.codec.marketdata.Authenticity;
import io.verbus.codec.marketdata.EventFlagsEncoder;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.InstrumentKind;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.OrderExecutedEncoder;
import io.verbus.codec.marketdata.OrderReducedEncoder;
import io.verbus.codec.marketdata.OrderReplacedEncoder;
import io.verbus.codec.marketdata.SessionBeginEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.codec.marketdata.TradingStatusEncoder;
import io.verbus.matching.BookEvents;
import io.verbus.matching.Terms;
import io.verbus.matching.script.ListedInstrument;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Publishes the changes of the engine's books on orders.md, as market data: orders have the engine's numbers, prices
 * are in 1/10,000. Messages have the time of their entry, no sequence, and each is an event of its own. No reader
 * blocks that stream. Allocates nothing, except for the instruments.
 */
final class BookChangeWriter implements BookEvents {
    /** Prices of the engine are in millionths, those of market data in 1/10,000. */
    static final long PRICE_UNIT = 100;

    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;
    private static final int PREFIX = 32;
    private static final byte PRICE_EXPONENT = -4;
    private static final byte END_OF_EVENT = EventFlagsEncoder.endOfEvent((byte) 0, true);
    /** ISO 10383: no market. */
    private static final String NO_VENUE = "XXXX";

    private final MessageWriter out;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final OrderAddedEncoder added = new OrderAddedEncoder();
    private final OrderExecutedEncoder executed = new OrderExecutedEncoder();
    private final OrderReducedEncoder reduced = new OrderReducedEncoder();
    private final OrderDeletedEncoder deleted = new OrderDeletedEncoder();
    private final OrderReplacedEncoder replaced = new OrderReplacedEncoder();
    private final InstrumentEncoder instrument = new InstrumentEncoder();
    private final TradingStatusEncoder status = new TradingStatusEncoder();
    private long timeNs;
    private long count;

    BookChangeWriter(final MessageWriter out) {
        this.out = out;
    }

    /** Sets the time of the following messages: that of an entry, UTC ns. */
    void begin(final long newTimeNs) {
        timeNs = newTimeNs;
    }

    /** Messages so far. */
    long count() {
        return count;
    }

    /** The first message of the session; the trading day is in days since 1970-01-01. */
    void sessionBegin(final int tradingDay) {
        new SessionBeginEncoder().wrapAndApplyHeader(out.buffer(), claim(SessionBeginEncoder.BLOCK_LENGTH), header)
                .timestamp(SessionBeginEncoder.timestampNullValue()).tradingDay(tradingDay)
                .version(SessionBeginEncoder.versionNullValue()).origin(SessionBeginEncoder.originNullValue())
                .venue(NO_VENUE).format("ORDERS");
        out.commit();
    }

    void instrument(final ListedInstrument listed) {
        final byte[] symbol = listed.symbol().getBytes(StandardCharsets.UTF_8);
        final int length = InstrumentEncoder.BLOCK_LENGTH + InstrumentEncoder.LegsEncoder.HEADER_SIZE
                + InstrumentEncoder.symbolHeaderLength() + symbol.length;
        instrument.wrapAndApplyHeader(out.buffer(), claim(length), header)
                .timestamp(InstrumentEncoder.timestampNullValue()).instrumentId(listed.number())
                .kind(InstrumentKind.OTHER).venueInstrumentId(listed.number()).tick(listed.tick() / PRICE_UNIT)
                .lot(listed.lot()).multiplier(InstrumentEncoder.multiplierNullValue())
                .strike(InstrumentEncoder.strikeNullValue()).underlying(InstrumentEncoder.underlyingNullValue())
                .expiry(InstrumentEncoder.expiryNullValue()).putCurrency((byte) 0, (byte) 0, (byte) 0, (byte) 0)
                .priceExponent(PRICE_EXPONENT).quantityExponent((byte) 0).multiplierExponent((byte) 0)
                .authenticity(Authenticity.PRODUCTION).legsCount(0);
        instrument.putSymbol(symbol, 0, symbol.length);
        out.commit();
    }

    void status(final int instrument, final boolean isHalted) {
        status.wrapAndApplyHeader(out.buffer(), claim(TradingStatusEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).state(isHalted ? TradingState.HALTED_HERE : TradingState.TRADING)
                .putReason((byte) 0, (byte) 0, (byte) 0, (byte) 0);
        out.commit();
    }

    @Override
    public void added(final int instrument, final long order, final int side, final long price, final long open) {
        added.wrapAndApplyHeader(out.buffer(), claim(OrderAddedEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).side(side == Terms.SELL ? Side.SELL : Side.BUY).orderId(order)
                .price(price / PRICE_UNIT).quantity(open).priority(OrderAddedEncoder.priorityNullValue())
                .putAttribution((byte) 0, (byte) 0, (byte) 0, (byte) 0);
        out.commit();
    }

    @Override
    public void executed(final int instrument, final long order, final long quantity, final long trade) {
        executed.wrapAndApplyHeader(out.buffer(), claim(OrderExecutedEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).orderId(order).tradeId(trade)
                .price(OrderExecutedEncoder.priceNullValue()).quantity(quantity).conditions().clear();
        out.commit();
    }

    @Override
    public void reduced(final int instrument, final long order, final long quantity) {
        reduced.wrapAndApplyHeader(out.buffer(), claim(OrderReducedEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).orderId(order).quantity(quantity);
        out.commit();
    }

    @Override
    public void deleted(final int instrument, final long order) {
        deleted.wrapAndApplyHeader(out.buffer(), claim(OrderDeletedEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).orderId(order);
        out.commit();
    }

    @Override
    public void replaced(final int instrument, final long order, final long newOrder, final long price,
            final long open) {
        replaced.wrapAndApplyHeader(out.buffer(), claim(OrderReplacedEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).orderId(order).newOrderId(newOrder).price(price / PRICE_UNIT).quantity(open)
                .priority(OrderReplacedEncoder.priorityNullValue());
        out.commit();
    }

    /** Claims a message and fills the part of its prefix that most messages do not set. */
    private int claim(final int bodyLength) {
        final int at = out.claim(HEADER + bodyLength);
        if (at < 0) {
            throw new BusException("orders.md refuses a change of the books (" + at
                    + "): it is closed, or has a blocking reader");
        }
        count++;
        final int body = at + HEADER;
        out.buffer().setMemory(body, PREFIX, (byte) 0); // repeated entries have the same bytes
        out.buffer().putLong(body + OrderAddedEncoder.receivedEncodingOffset(), OrderAddedEncoder.receivedNullValue(),
                ByteOrder.LITTLE_ENDIAN);
        out.buffer().putLong(body + OrderAddedEncoder.sequenceEncodingOffset(), OrderAddedEncoder.sequenceNullValue(),
                ByteOrder.LITTLE_ENDIAN);
        out.buffer().putByte(body + OrderAddedEncoder.flagsEncodingOffset(), END_OF_EVENT);
        return at;
    }
}
