package io.verbus.marketdata.itch;

import static io.verbus.marketdata.itch.Fields.code;
import static io.verbus.marketdata.itch.Fields.copy;
import static io.verbus.marketdata.itch.Fields.text;
import static io.verbus.marketdata.itch.Fields.text4;
import static io.verbus.marketdata.itch.Fields.textLength;
import static io.verbus.marketdata.itch.Fields.uint32;
import static io.verbus.marketdata.itch.Fields.uint64;
import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.InstrumentKind;
import io.verbus.codec.marketdata.MarketEventEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.TradingStatusEncoder;
import io.verbus.codec.nasdaq.CircuitBreakerEventEncoder;
import io.verbus.codec.nasdaq.CircuitBreakerLevelsEncoder;
import io.verbus.codec.nasdaq.OperationalHaltEncoder;
import io.verbus.codec.nasdaq.ParticipantPositionEncoder;
import io.verbus.codec.nasdaq.ShortSaleRestrictionEncoder;
import io.verbus.codec.nasdaq.StockDirectoryEncoder;
import io.verbus.marketdata.book.MessagePrefix;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Normalises the state of the market and its instruments; ITCH 5.0, sections 1.1 and 1.2.1 to 1.2.5, 1.2.8. */
final class StateNormaliser {
    private static final long CIRCUIT_BREAKER_EVENT = Nasdaq.header(CircuitBreakerEventEncoder.BLOCK_LENGTH,
            CircuitBreakerEventEncoder.TEMPLATE_ID);
    private static final long CIRCUIT_BREAKER_LEVELS = Nasdaq.header(CircuitBreakerLevelsEncoder.BLOCK_LENGTH,
            CircuitBreakerLevelsEncoder.TEMPLATE_ID);
    private static final long INSTRUMENT = MessagePrefix.header(InstrumentEncoder.BLOCK_LENGTH,
            InstrumentEncoder.TEMPLATE_ID);
    private static final long MARKET_EVENT = MessagePrefix.header(MarketEventEncoder.BLOCK_LENGTH,
            MarketEventEncoder.TEMPLATE_ID);
    private static final long OPERATIONAL_HALT = Nasdaq.header(OperationalHaltEncoder.BLOCK_LENGTH,
            OperationalHaltEncoder.TEMPLATE_ID);
    private static final long PARTICIPANT_POSITION = Nasdaq.header(ParticipantPositionEncoder.BLOCK_LENGTH,
            ParticipantPositionEncoder.TEMPLATE_ID);
    private static final long SHORT_SALE_RESTRICTION = Nasdaq.header(ShortSaleRestrictionEncoder.BLOCK_LENGTH,
            ShortSaleRestrictionEncoder.TEMPLATE_ID);
    private static final long STOCK_DIRECTORY = Nasdaq.header(StockDirectoryEncoder.BLOCK_LENGTH,
            StockDirectoryEncoder.TEMPLATE_ID);
    private static final long TRADING_STATUS = MessagePrefix.header(TradingStatusEncoder.BLOCK_LENGTH,
            TradingStatusEncoder.TEMPLATE_ID);

    private static final byte PRICE_EXPONENT = -4;
    private static final int NO_LEGS = 0;

    private final Prefix prefix;
    private final CircuitBreakerLevelsEncoder circuitBreakerLevels = new CircuitBreakerLevelsEncoder();
    private final InstrumentEncoder instrument = new InstrumentEncoder();
    private final StockDirectoryEncoder stockDirectory = new StockDirectoryEncoder();

    StateNormaliser(final Prefix prefix) {
        this.prefix = prefix;
    }

    void marketEvent(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        prefix.put(in, at, out, offset, MARKET_EVENT, code(in, at + ItchLayout.S_EVENT_CODE));
    }

    /** Length of an Instrument with its symbol. */
    static int instrumentLength(final DirectBuffer in, final int at) {
        return MessageHeaderEncoder.ENCODED_LENGTH + InstrumentEncoder.BLOCK_LENGTH
                + InstrumentEncoder.LegsEncoder.HEADER_SIZE + InstrumentEncoder.symbolHeaderLength()
                + textLength(in, at + ItchLayout.R_STOCK, ItchLayout.STOCK_LENGTH);
    }

    /** The first message of a stock directory: another one follows. */
    void instrument(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, INSTRUMENT, kind(in, at).value(), 0);
        instrument.wrap(out, body)
                .venueInstrumentId(Short.toUnsignedLong(in.getShort(at + ItchLayout.STOCK_LOCATE, BIG_ENDIAN)))
                .tick(InstrumentEncoder.tickNullValue())
                .lot(uint32(in, at + ItchLayout.R_ROUND_LOT_SIZE))
                .multiplier(InstrumentEncoder.multiplierNullValue())
                .strike(InstrumentEncoder.strikeNullValue())
                .underlying(InstrumentEncoder.underlyingNullValue())
                .expiry(InstrumentEncoder.expiryNullValue())
                .putCurrency((byte) 'U', (byte) 'S', (byte) 'D', (byte) 0)
                .priceExponent(PRICE_EXPONENT)
                .quantityExponent((byte) 0)
                .multiplierExponent((byte) 0);
        copy(in, at + ItchLayout.R_AUTHENTICITY, out, body + InstrumentEncoder.authenticityEncodingOffset());
        instrument.legsCount(NO_LEGS);
        instrument.putSymbol(in, at + ItchLayout.R_STOCK,
                textLength(in, at + ItchLayout.R_STOCK, ItchLayout.STOCK_LENGTH));
    }

    private static InstrumentKind kind(final DirectBuffer in, final int at) {
        if (in.getByte(at + ItchLayout.R_ETP_FLAG) == 'Y') {
            return InstrumentKind.FUND;
        }
        return switch (in.getByte(at + ItchLayout.R_ISSUE_CLASSIFICATION)) {
            case 'A', 'C', 'F', 'L', 'O', 'P', 'S' -> InstrumentKind.EQUITY;
            case 'B', 'N', 'T' -> InstrumentKind.DEBT;
            case 'R' -> InstrumentKind.RIGHT;
            case 'U', 'V' -> InstrumentKind.UNIT;
            case 'W' -> InstrumentKind.WARRANT;
            default -> InstrumentKind.OTHER;
        };
    }

    void stockDirectory(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, STOCK_DIRECTORY, code(in, at + ItchLayout.R_MARKET_CATEGORY));
        stockDirectory.wrap(out, body).leverageFactor(uint32(in, at + ItchLayout.R_ETP_LEVERAGE_FACTOR));
        text(in, at + ItchLayout.R_ISSUE_SUB_TYPE, StockDirectoryEncoder.issueSubTypeLength(), out,
                body + StockDirectoryEncoder.issueSubTypeEncodingOffset(), StockDirectoryEncoder.issueSubTypeLength());
        copy(in, at + ItchLayout.R_ISSUE_CLASSIFICATION, out,
                body + StockDirectoryEncoder.issueClassificationEncodingOffset());
        copy(in, at + ItchLayout.R_FINANCIAL_STATUS, out, body + StockDirectoryEncoder.financialStatusEncodingOffset());
        copy(in, at + ItchLayout.R_ROUND_LOTS_ONLY, out, body + StockDirectoryEncoder.roundLotsOnlyEncodingOffset());
        copy(in, at + ItchLayout.R_SHORT_SALE_THRESHOLD, out,
                body + StockDirectoryEncoder.shortSaleThresholdEncodingOffset());
        copy(in, at + ItchLayout.R_IPO_FLAG, out, body + StockDirectoryEncoder.initialPublicOfferingEncodingOffset());
        copy(in, at + ItchLayout.R_LULD_TIER, out, body + StockDirectoryEncoder.limitTierEncodingOffset());
        copy(in, at + ItchLayout.R_ETP_FLAG, out, body + StockDirectoryEncoder.exchangeTradedProductEncodingOffset());
        copy(in, at + ItchLayout.R_INVERSE, out, body + StockDirectoryEncoder.inverseEncodingOffset());
    }

    void tradingStatus(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, TRADING_STATUS, code(in, at + ItchLayout.H_TRADING_STATE));
        text4(in, at + ItchLayout.H_REASON, out, body + TradingStatusEncoder.reasonEncodingOffset());
    }

    void operationalHalt(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, OPERATIONAL_HALT, code(in, at + ItchLayout.HALT_ACTION));
        copy(in, at + ItchLayout.HALT_MARKET_CODE, out, body + OperationalHaltEncoder.marketEncodingOffset());
    }

    void shortSaleRestriction(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        prefix.put(in, at, out, offset, SHORT_SALE_RESTRICTION, code(in, at + ItchLayout.Y_ACTION));
    }

    void participantPosition(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, PARTICIPANT_POSITION, code(in, at + ItchLayout.L_STATE));
        text4(in, at + ItchLayout.L_MPID, out, body + ParticipantPositionEncoder.participantEncodingOffset());
        copy(in, at + ItchLayout.L_PRIMARY_MARKET_MAKER, out,
                body + ParticipantPositionEncoder.primaryMarketMakerEncodingOffset());
        copy(in, at + ItchLayout.L_MODE, out, body + ParticipantPositionEncoder.modeEncodingOffset());
    }

    void circuitBreakerLevels(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, CIRCUIT_BREAKER_LEVELS);
        circuitBreakerLevels.wrap(out, body)
                .level1(uint64(in, at + ItchLayout.V_LEVEL_1))
                .level2(uint64(in, at + ItchLayout.V_LEVEL_2))
                .level3(uint64(in, at + ItchLayout.V_LEVEL_3));
    }

    void circuitBreakerEvent(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        prefix.put(in, at, out, offset, CIRCUIT_BREAKER_EVENT, code(in, at + ItchLayout.W_BREACHED_LEVEL));
    }
}
