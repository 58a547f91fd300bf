package io.verbus.orders.gateway;

import io.verbus.BusException;
import io.verbus.MessageWriter;
import io.verbus.codec.marketdata.Authenticity;
import io.verbus.codec.marketdata.FinancialStatus;
import io.verbus.codec.marketdata.Flag;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.IssueClassification;
import io.verbus.codec.marketdata.LimitUpLimitDownTier;
import io.verbus.codec.marketdata.MarketCategory;
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

/**
 * Publishes the changes of the engine's books on orders.md, as market data: orders have the engine's numbers, prices
 * are in 1/10,000. Messages have the time of their entry. No reader blocks that stream. Allocates nothing, except for
 * the instruments.
 */
final class BookChangeWriter implements BookEvents {
    /** Prices of the engine are in millionths, those of market data in 1/10,000. */
    static final long PRICE_UNIT = 100;

    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;
    /** Instrument, tracking number and code: not every message sets all of them. */
    private static final int CODES_OFFSET = HEADER + OrderAddedEncoder.instrumentIdEncodingOffset();

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
                .timestamp(SessionBeginEncoder.timestampNullValue()).instrumentId(0).trackingNumber(0)
                .tradingDay(tradingDay).version(SessionBeginEncoder.versionNullValue())
                .origin(SessionBeginEncoder.originNullValue()).venue("VERBUS").format("ORDERS");
        out.commit();
    }

    void instrument(final ListedInstrument listed) {
        instrument.wrapAndApplyHeader(out.buffer(), claim(InstrumentEncoder.BLOCK_LENGTH), header)
                .timestamp(InstrumentEncoder.timestampNullValue()).instrumentId(listed.number()).trackingNumber(0)
                .marketCategory(MarketCategory.NOT_AVAILABLE).financialStatus(FinancialStatus.NOT_AVAILABLE)
                .symbol(listed.symbol())
                .roundLotSize(listed.lot() < InstrumentEncoder.roundLotSizeNullValue()
                        ? listed.lot()
                        : InstrumentEncoder.roundLotSizeNullValue())
                .leverageFactor(0).putIssueSubType((byte) 0, (byte) 0)
                .issueClassification(IssueClassification.NULL_VAL)
                .roundLotsOnly(listed.lot() > 1 ? Flag.YES : Flag.NO).authenticity(Authenticity.PRODUCTION)
                .shortSaleThreshold(Flag.NOT_AVAILABLE).initialPublicOffering(Flag.NOT_AVAILABLE)
                .limitTier(LimitUpLimitDownTier.NOT_AVAILABLE).exchangeTradedProduct(Flag.NOT_AVAILABLE)
                .inverse(Flag.NOT_AVAILABLE);
        out.commit();
    }

    void status(final int instrument, final boolean isHalted) {
        status.wrapAndApplyHeader(out.buffer(), claim(TradingStatusEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).trackingNumber(0)
                .state(isHalted ? TradingState.HALTED : TradingState.TRADING)
                .putReason((byte) 0, (byte) 0, (byte) 0, (byte) 0);
        out.commit();
    }

    @Override
    public void added(final int instrument, final long order, final int side, final long price, final long open) {
        added.wrapAndApplyHeader(out.buffer(), claim(OrderAddedEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).trackingNumber(0).side(side == Terms.SELL ? Side.SELL : Side.BUY)
                .orderId(order).quantity(open).putAttribution((byte) 0, (byte) 0, (byte) 0, (byte) 0)
                .price().mantissa(price / PRICE_UNIT);
        out.commit();
    }

    @Override
    public void executed(final int instrument, final long order, final long quantity, final long trade) {
        executed.wrapAndApplyHeader(out.buffer(), claim(OrderExecutedEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).trackingNumber(0).orderId(order).tradeId(trade).quantity(quantity);
        out.commit();
    }

    @Override
    public void reduced(final int instrument, final long order, final long quantity) {
        reduced.wrapAndApplyHeader(out.buffer(), claim(OrderReducedEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).trackingNumber(0).orderId(order).quantity(quantity);
        out.commit();
    }

    @Override
    public void deleted(final int instrument, final long order) {
        deleted.wrapAndApplyHeader(out.buffer(), claim(OrderDeletedEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).trackingNumber(0).orderId(order);
        out.commit();
    }

    @Override
    public void replaced(final int instrument, final long order, final long newOrder, final long price,
            final long open) {
        replaced.wrapAndApplyHeader(out.buffer(), claim(OrderReplacedEncoder.BLOCK_LENGTH), header).timestamp(timeNs)
                .instrumentId(instrument).trackingNumber(0).orderId(order).newOrderId(newOrder).quantity(open)
                .price().mantissa(price / PRICE_UNIT);
        out.commit();
    }

    private int claim(final int blockLength) {
        final int at = out.claim(HEADER + blockLength);
        if (at < 0) {
            throw new BusException("orders.md refuses a change of the books (" + at
                    + "): it is closed, or has a blocking reader");
        }
        count++;
        out.buffer().putLong(at + CODES_OFFSET, 0); // those of repeated entries are the same, byte for byte
        return at;
    }
}
