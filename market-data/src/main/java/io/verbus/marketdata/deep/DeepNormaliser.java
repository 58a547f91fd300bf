package io.verbus.marketdata.deep;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.verbus.MessageWriter;
import io.verbus.codec.marketdata.AuctionEncoder;
import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.Authenticity;
import io.verbus.codec.marketdata.ImbalanceDirection;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.InstrumentKind;
import io.verbus.codec.marketdata.MarketEventEncoder;
import io.verbus.codec.marketdata.MarketStep;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.PriceLevelDeletedEncoder;
import io.verbus.codec.marketdata.PriceLevelSetEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.StatisticEncoder;
import io.verbus.codec.marketdata.StatisticKind;
import io.verbus.codec.marketdata.TradeCancelledEncoder;
import io.verbus.codec.marketdata.TradeEncoder;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.codec.marketdata.TradingStatusEncoder;
import io.verbus.marketdata.book.MessagePrefix;
import io.verbus.marketdata.feed.Normaliser;
import io.verbus.marketdata.feed.SourceFormat;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Converts IEX DEEP 1.0 messages to SBE, schema {@code market-data.xml}. Instruments have dense indexes from 1, in the
 * order of the first appearance of their symbols; an {@code Instrument} precedes the first message of each, also
 * without a Security Directory message. A price level with size 0 is a {@code PriceLevelDeleted}. A message ends an
 * event unless it is a Price Level Update whose flags state that the event continues, or the instrument is inside such
 * an event.
 *
 * <p>No message of the schema corresponds to a Short Sale Price Test Status (P), a Security Event (E), the adjusted
 * previous close and the LULD tier of D, and the collar reference price of A: they are not published. A code that the
 * specification does not have becomes NUL.
 *
 * <p>For one thread; allocates nothing once it knows the symbols.
 */
public final class DeepNormaliser implements Normaliser {
    private static final SourceFormat FORMAT = new SourceFormat("DEEP", 10, SourceFormat.UTC);

    private static final long INSTRUMENT = MessagePrefix.header(InstrumentEncoder.BLOCK_LENGTH,
            InstrumentEncoder.TEMPLATE_ID);
    private static final long MARKET_EVENT = MessagePrefix.header(MarketEventEncoder.BLOCK_LENGTH,
            MarketEventEncoder.TEMPLATE_ID);
    private static final long TRADING_STATUS = MessagePrefix.header(TradingStatusEncoder.BLOCK_LENGTH,
            TradingStatusEncoder.TEMPLATE_ID);
    private static final long LEVEL_SET = MessagePrefix.header(PriceLevelSetEncoder.BLOCK_LENGTH,
            PriceLevelSetEncoder.TEMPLATE_ID);
    private static final long LEVEL_DELETED = MessagePrefix.header(PriceLevelDeletedEncoder.BLOCK_LENGTH,
            PriceLevelDeletedEncoder.TEMPLATE_ID);
    private static final long TRADE = MessagePrefix.header(TradeEncoder.BLOCK_LENGTH, TradeEncoder.TEMPLATE_ID);
    private static final long TRADE_CANCELLED = MessagePrefix.header(TradeCancelledEncoder.BLOCK_LENGTH,
            TradeCancelledEncoder.TEMPLATE_ID);
    private static final long STATISTIC = MessagePrefix.header(StatisticEncoder.BLOCK_LENGTH,
            StatisticEncoder.TEMPLATE_ID);
    private static final long AUCTION = MessagePrefix.header(AuctionEncoder.BLOCK_LENGTH, AuctionEncoder.TEMPLATE_ID);

    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;
    private static final byte PRICE_EXPONENT = -4;
    private static final int NO_LEGS = 0;
    private static final int WHOLE_MARKET = 0;
    private static final int NO_CODE = 0;
    private static final int EXTENSIONS_MASK = 0xFF;
    /** Reason of a status in which it is not sent. */
    private static final int NO_REASON = 0;

    private final DeepSymbols symbols = new DeepSymbols();
    private final InstrumentEncoder instrument = new InstrumentEncoder();
    private final PriceLevelSetEncoder levelSet = new PriceLevelSetEncoder();
    private final PriceLevelDeletedEncoder levelDeleted = new PriceLevelDeletedEncoder();
    private final TradeEncoder trade = new TradeEncoder();
    private final TradeCancelledEncoder cancelled = new TradeCancelledEncoder();
    private final StatisticEncoder statistic = new StatisticEncoder();
    private final AuctionEncoder auction = new AuctionEncoder();
    private long sequence;
    private long receivedNs;

    /** A normaliser that knows no symbol. */
    public DeepNormaliser() {
    }

    @Override
    public SourceFormat format() {
        return FORMAT;
    }

    @Override
    public int requiredLength(final DirectBuffer in, final int at, final int length) {
        return DeepType.length(in.getByte(at));
    }

    @Override
    public long timeNs(final DirectBuffer in, final int at) {
        return in.getLong(at + DeepLayout.TIMESTAMP, LITTLE_ENDIAN);
    }

    @Override
    public void forgetStates() {
        symbols.forgetStates();
    }

    @Override
    public void normalise(final DirectBuffer in, final int at, final int length, final long newSequence,
            final long newReceivedNs, final MessageWriter out) {
        sequence = newSequence;
        receivedNs = newReceivedNs;
        final byte type = in.getByte(at);
        if (type == 'S') {
            marketEvent(in, at, out);
            return;
        }
        final int index = symbols.index(in.getLong(at + DeepLayout.SYMBOL, LITTLE_ENDIAN));
        if (type == 'D' || symbols.isNew()) {
            instrument(in, at, index, type == 'D', out);
        }
        switch (type) {
            case '8' -> level(in, at, index, Side.BUY, out);
            case '5' -> level(in, at, index, Side.SELL, out);
            case 'T' -> trade(in, at, index, out);
            case 'B' -> tradeBreak(in, at, index, out);
            case 'H' -> tradingStatus(in, at, index, out);
            case 'O' -> operationalHalt(in, at, index, out);
            case 'X' -> officialPrice(in, at, index, out);
            case 'A' -> auction(in, at, index, out);
            default -> {
                // D is converted above; no message corresponds to P and E.
            }
        }
    }

    private void marketEvent(final DirectBuffer in, final int at, final MessageWriter out) {
        final byte code = in.getByte(at + DeepLayout.CODE);
        final MarketStep step = switch (code) {
            case 'O' -> MarketStep.START_OF_MESSAGES;
            case 'S' -> MarketStep.START_OF_SYSTEM_HOURS;
            case 'R' -> MarketStep.START_OF_MARKET_HOURS;
            case 'M' -> MarketStep.END_OF_MARKET_HOURS;
            case 'E' -> MarketStep.END_OF_SYSTEM_HOURS;
            case 'C' -> MarketStep.END_OF_MESSAGES;
            default -> MarketStep.NULL_VAL;
        };
        if (code == 'O') {
            symbols.forgetStates();
        }
        final int offset = out.claim(HEADER + MarketEventEncoder.BLOCK_LENGTH);
        if (offset >= 0) {
            put(in, at, out, offset, MARKET_EVENT, WHOLE_MARKET, step.value());
            out.commit();
        }
    }

    private void instrument(final DirectBuffer in, final int at, final int index, final boolean isDirectory,
            final MessageWriter out) {
        int symbolLength = DeepLayout.SYMBOL_LENGTH;
        while (symbolLength > 0 && in.getByte(at + DeepLayout.SYMBOL + symbolLength - 1) == ' ') {
            symbolLength--;
        }
        final int offset = out.claim(HEADER + InstrumentEncoder.BLOCK_LENGTH
                + InstrumentEncoder.LegsEncoder.HEADER_SIZE + InstrumentEncoder.symbolHeaderLength() + symbolLength);
        if (offset < 0) {
            return;
        }
        final int flags = isDirectory ? in.getByte(at + DeepLayout.CODE) : 0;
        final InstrumentKind kind = (flags & DeepLayout.D_ETP) != 0 ? InstrumentKind.FUND : InstrumentKind.EQUITY;
        // Of a message of another type, the definition is the first of two: the event ends with the second one.
        final int body = MessagePrefix.put(out.buffer(), offset, INSTRUMENT, timeNs(in, at), receivedNs, sequence,
                MessagePrefix.tail(index, 0, isDirectory ? flags(index) : 0, isDirectory ? kind.value() : NO_CODE));
        instrument.wrap(out.buffer(), body)
                .venueInstrumentId(InstrumentEncoder.venueInstrumentIdNullValue())
                .tick(InstrumentEncoder.tickNullValue())
                .lot(isDirectory ? size(in, at + DeepLayout.D_ROUND_LOT_SIZE) : InstrumentEncoder.lotNullValue())
                .multiplier(InstrumentEncoder.multiplierNullValue())
                .strike(InstrumentEncoder.strikeNullValue())
                .underlying(InstrumentEncoder.underlyingNullValue())
                .expiry(InstrumentEncoder.expiryNullValue())
                .putCurrency((byte) 'U', (byte) 'S', (byte) 'D', (byte) 0)
                .priceExponent(PRICE_EXPONENT)
                .quantityExponent((byte) 0)
                .multiplierExponent((byte) 0)
                .authenticity(!isDirectory
                        ? Authenticity.NULL_VAL
                        : (flags & DeepLayout.D_TEST) != 0 ? Authenticity.TEST : Authenticity.PRODUCTION);
        instrument.legsCount(NO_LEGS);
        instrument.putSymbol(in, at + DeepLayout.SYMBOL, symbolLength);
        out.commit();
    }

    private void level(final DirectBuffer in, final int at, final int index, final Side side, final MessageWriter out) {
        final long size = size(in, at + DeepLayout.LEVEL_SIZE);
        symbols.setInsideEvent(index, (in.getByte(at + DeepLayout.CODE) & DeepLayout.EVENT_COMPLETE) == 0);
        final int offset = out.claim(HEADER
                + (size == 0 ? PriceLevelDeletedEncoder.BLOCK_LENGTH : PriceLevelSetEncoder.BLOCK_LENGTH));
        if (offset < 0) {
            return;
        }
        final int body = put(in, at, out, offset, size == 0 ? LEVEL_DELETED : LEVEL_SET, index, side.value());
        if (size == 0) {
            levelDeleted.wrap(out.buffer(), body)
                    .price(price(in, at + DeepLayout.LEVEL_PRICE))
                    .level(PriceLevelDeletedEncoder.levelNullValue());
        } else {
            levelSet.wrap(out.buffer(), body)
                    .price(price(in, at + DeepLayout.LEVEL_PRICE))
                    .quantity(size)
                    .orders(PriceLevelSetEncoder.ordersNullValue())
                    .level(PriceLevelSetEncoder.levelNullValue());
        }
        out.commit();
    }

    private void trade(final DirectBuffer in, final int at, final int index, final MessageWriter out) {
        final int offset = out.claim(HEADER + TradeEncoder.BLOCK_LENGTH);
        if (offset < 0) {
            return;
        }
        final int sale = in.getByte(at + DeepLayout.CODE);
        trade.wrap(out.buffer(), put(in, at, out, offset, TRADE, index, NO_CODE))
                .tradeId(in.getLong(at + DeepLayout.T_TRADE_ID, LITTLE_ENDIAN))
                .orderId(TradeEncoder.orderIdNullValue())
                .price(price(in, at + DeepLayout.T_PRICE))
                .quantity(size(in, at + DeepLayout.T_SIZE))
                .conditions().clear()
                .intermarketSweep((sale & DeepLayout.T_INTERMARKET_SWEEP) != 0)
                .extendedHours((sale & DeepLayout.T_EXTENDED_HOURS) != 0)
                .oddLot((sale & DeepLayout.T_ODD_LOT) != 0)
                .tradeThroughExempt((sale & DeepLayout.T_TRADE_THROUGH_EXEMPT) != 0)
                .singlePriceCross((sale & DeepLayout.T_SINGLE_PRICE_CROSS) != 0);
        out.commit();
    }

    private void tradeBreak(final DirectBuffer in, final int at, final int index, final MessageWriter out) {
        final int offset = out.claim(HEADER + TradeCancelledEncoder.BLOCK_LENGTH);
        if (offset >= 0) {
            cancelled.wrap(out.buffer(), put(in, at, out, offset, TRADE_CANCELLED, index, NO_CODE))
                    .tradeId(in.getLong(at + DeepLayout.T_TRADE_ID, LITTLE_ENDIAN));
            out.commit();
        }
    }

    private void tradingStatus(final DirectBuffer in, final int at, final int index, final MessageWriter out) {
        final TradingState state = switch (in.getByte(at + DeepLayout.CODE)) {
            case 'H' -> TradingState.HALTED;
            case 'O' -> TradingState.QUOTATION_ONLY;
            case 'P' -> TradingState.PAUSED;
            case 'T' -> TradingState.TRADING;
            default -> TradingState.NULL_VAL;
        };
        symbols.setTradingState(index, state.value());
        int reason = in.getInt(at + DeepLayout.H_REASON, LITTLE_ENDIAN);
        for (int i = Integer.BYTES - 1; i >= 0 && in.getByte(at + DeepLayout.H_REASON + i) == ' '; i--) {
            reason &= ~(0xFF << 8 * i);
        }
        status(in, at, index, reason, out);
    }

    /** A halt on IEX only. Its end gives the state on all markets, if that is known. */
    private void operationalHalt(final DirectBuffer in, final int at, final int index, final MessageWriter out) {
        symbols.setHaltedHere(index, in.getByte(at + DeepLayout.CODE) == 'O');
        if (symbols.isHaltedHere(index) || symbols.tradingState(index) != 0) {
            status(in, at, index, NO_REASON, out);
        }
    }

    private void status(final DirectBuffer in, final int at, final int index, final int reason,
            final MessageWriter out) {
        final byte everywhere = symbols.tradingState(index);
        final boolean isTrading = everywhere == 0 || everywhere == TradingState.TRADING.value();
        final byte state = isTrading && symbols.isHaltedHere(index) ? TradingState.HALTED_HERE.value() : everywhere;
        final int offset = out.claim(HEADER + TradingStatusEncoder.BLOCK_LENGTH);
        if (offset >= 0) {
            final int body = put(in, at, out, offset, TRADING_STATUS, index, state);
            out.buffer().putInt(body + TradingStatusEncoder.reasonEncodingOffset(), reason, LITTLE_ENDIAN);
            out.commit();
        }
    }

    private void officialPrice(final DirectBuffer in, final int at, final int index, final MessageWriter out) {
        final StatisticKind kind = switch (in.getByte(at + DeepLayout.CODE)) {
            case 'Q' -> StatisticKind.OPEN;
            case 'M' -> StatisticKind.CLOSE;
            default -> StatisticKind.NULL_VAL;
        };
        final int offset = out.claim(HEADER + StatisticEncoder.BLOCK_LENGTH);
        if (offset >= 0) {
            statistic.wrap(out.buffer(), put(in, at, out, offset, STATISTIC, index, kind.value()))
                    .price(price(in, at + DeepLayout.X_PRICE))
                    .quantity(StatisticEncoder.quantityNullValue())
                    .day(StatisticEncoder.dayNullValue());
            out.commit();
        }
    }

    private void auction(final DirectBuffer in, final int at, final int index, final MessageWriter out) {
        final AuctionKind kind = switch (in.getByte(at + DeepLayout.CODE)) {
            case 'O' -> AuctionKind.OPENING;
            case 'C' -> AuctionKind.CLOSING;
            case 'I' -> AuctionKind.IPO;
            case 'H' -> AuctionKind.HALT;
            case 'V' -> AuctionKind.VOLATILITY;
            default -> AuctionKind.NULL_VAL;
        };
        final ImbalanceDirection direction = switch (in.getByte(at + DeepLayout.A_IMBALANCE_SIDE)) {
            case 'B' -> ImbalanceDirection.BUY;
            case 'S' -> ImbalanceDirection.SELL;
            case 'N' -> ImbalanceDirection.NONE;
            default -> ImbalanceDirection.NULL_VAL;
        };
        final int offset = out.claim(HEADER + AuctionEncoder.BLOCK_LENGTH);
        if (offset < 0) {
            return;
        }
        final int body = put(in, at, out, offset, AUCTION, index, kind.value());
        final long seconds = size(in, at + DeepLayout.A_AUCTION_TIME);
        auction.wrap(out.buffer(), body)
                .pairedQuantity(size(in, at + DeepLayout.A_PAIRED_SHARES))
                .imbalanceQuantity(size(in, at + DeepLayout.A_IMBALANCE_SHARES))
                .referencePrice(priceOrNull(in, at + DeepLayout.A_REFERENCE_PRICE))
                .nearPrice(priceOrNull(in, at + DeepLayout.A_INDICATIVE_PRICE))
                .farPrice(priceOrNull(in, at + DeepLayout.A_BOOK_PRICE))
                .lowerCollar(priceOrNull(in, at + DeepLayout.A_LOWER_COLLAR))
                .upperCollar(priceOrNull(in, at + DeepLayout.A_UPPER_COLLAR))
                .auctionTime(seconds == 0 ? AuctionEncoder.auctionTimeNullValue() : TimeUnit.SECONDS.toNanos(seconds))
                .extensions(in.getByte(at + DeepLayout.A_EXTENSIONS) & EXTENSIONS_MASK)
                .direction(direction);
        out.buffer().putByte(body + AuctionEncoder.variationEncodingOffset(), (byte) 0);
        out.commit();
    }

    /** Writes the start of the last message of a message of the source; returns the offset of the body. */
    private int put(final DirectBuffer in, final int at, final MessageWriter out, final int offset, final long header,
            final int index, final int code) {
        final MutableDirectBuffer to = out.buffer();
        return MessagePrefix.put(to, offset, header, timeNs(in, at), receivedNs, sequence,
                MessagePrefix.tail(index, 0, flags(index), code));
    }

    private int flags(final int index) {
        return symbols.isInsideEvent(index) ? 0 : MessagePrefix.END_OF_EVENT;
    }

    private static long size(final DirectBuffer in, final int at) {
        return in.getInt(at, LITTLE_ENDIAN) & 0xFFFF_FFFFL;
    }

    private static long price(final DirectBuffer in, final int at) {
        return in.getLong(at, LITTLE_ENDIAN);
    }

    /** A price; 0 means no price. */
    private static long priceOrNull(final DirectBuffer in, final int at) {
        final long price = price(in, at);
        return price == 0 ? AuctionEncoder.nearPriceNullValue() : price;
    }
}
