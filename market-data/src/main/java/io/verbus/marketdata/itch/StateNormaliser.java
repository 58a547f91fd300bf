package io.verbus.marketdata.itch;

import static io.verbus.marketdata.itch.Fields.code;
import static io.verbus.marketdata.itch.Fields.codes;
import static io.verbus.marketdata.itch.Fields.copy;
import static io.verbus.marketdata.itch.Fields.text;
import static io.verbus.marketdata.itch.Fields.text4;
import static io.verbus.marketdata.itch.Fields.uint32;
import static io.verbus.marketdata.itch.Fields.uint64;

import io.verbus.codec.marketdata.CircuitBreakerEventEncoder;
import io.verbus.codec.marketdata.CircuitBreakerLevelsEncoder;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.OperationalHaltEncoder;
import io.verbus.codec.marketdata.ParticipantPositionEncoder;
import io.verbus.codec.marketdata.ShortSaleRestrictionEncoder;
import io.verbus.codec.marketdata.SystemEventEncoder;
import io.verbus.codec.marketdata.TradingStatusEncoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Normalises the state of the market and its instruments; ITCH 5.0, sections 1.1 and 1.2.1 to 1.2.5, 1.2.8. */
final class StateNormaliser {
    private static final long CIRCUIT_BREAKER_EVENT = Prefix.header(CircuitBreakerEventEncoder.BLOCK_LENGTH,
            CircuitBreakerEventEncoder.TEMPLATE_ID);
    private static final long CIRCUIT_BREAKER_LEVELS = Prefix.header(CircuitBreakerLevelsEncoder.BLOCK_LENGTH,
            CircuitBreakerLevelsEncoder.TEMPLATE_ID);
    private static final long INSTRUMENT = Prefix.header(InstrumentEncoder.BLOCK_LENGTH, InstrumentEncoder.TEMPLATE_ID);
    private static final long OPERATIONAL_HALT = Prefix.header(OperationalHaltEncoder.BLOCK_LENGTH,
            OperationalHaltEncoder.TEMPLATE_ID);
    private static final long PARTICIPANT_POSITION = Prefix.header(ParticipantPositionEncoder.BLOCK_LENGTH,
            ParticipantPositionEncoder.TEMPLATE_ID);
    private static final long SHORT_SALE_RESTRICTION = Prefix.header(ShortSaleRestrictionEncoder.BLOCK_LENGTH,
            ShortSaleRestrictionEncoder.TEMPLATE_ID);
    private static final long SYSTEM_EVENT = Prefix.header(SystemEventEncoder.BLOCK_LENGTH,
            SystemEventEncoder.TEMPLATE_ID);
    private static final long TRADING_STATUS = Prefix.header(TradingStatusEncoder.BLOCK_LENGTH,
            TradingStatusEncoder.TEMPLATE_ID);

    private final Prefix prefix;
    private final CircuitBreakerLevelsEncoder circuitBreakerLevels = new CircuitBreakerLevelsEncoder();
    private final InstrumentEncoder instrument = new InstrumentEncoder();
    private final ParticipantPositionEncoder participantPosition = new ParticipantPositionEncoder();
    private final TradingStatusEncoder tradingStatus = new TradingStatusEncoder();

    StateNormaliser(final Prefix prefix) {
        this.prefix = prefix;
    }

    void systemEvent(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        prefix.put(in, at, out, offset, SYSTEM_EVENT, code(in, at + ItchLayout.S_EVENT_CODE));
    }

    void instrument(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int codes = codes(in, at + ItchLayout.R_MARKET_CATEGORY, at + ItchLayout.R_FINANCIAL_STATUS);
        final int body = prefix.put(in, at, out, offset, INSTRUMENT, codes);
        instrument.wrap(out, body)
                .roundLotSize(uint32(in, at + ItchLayout.R_ROUND_LOT_SIZE))
                .leverageFactor(uint32(in, at + ItchLayout.R_ETP_LEVERAGE_FACTOR));
        text(in, at + ItchLayout.R_STOCK, ItchLayout.STOCK_LENGTH,
                out, body + InstrumentEncoder.symbolEncodingOffset(), InstrumentEncoder.symbolLength());
        text(in, at + ItchLayout.R_ISSUE_SUB_TYPE, InstrumentEncoder.issueSubTypeLength(),
                out, body + InstrumentEncoder.issueSubTypeEncodingOffset(), InstrumentEncoder.issueSubTypeLength());
        copy(in, at + ItchLayout.R_ROUND_LOTS_ONLY, out, body + InstrumentEncoder.roundLotsOnlyEncodingOffset());
        copy(in, at + ItchLayout.R_ISSUE_CLASSIFICATION,
                out, body + InstrumentEncoder.issueClassificationEncodingOffset());
        copy(in, at + ItchLayout.R_AUTHENTICITY, out, body + InstrumentEncoder.authenticityEncodingOffset());
        copy(in, at + ItchLayout.R_SHORT_SALE_THRESHOLD,
                out, body + InstrumentEncoder.shortSaleThresholdEncodingOffset());
        copy(in, at + ItchLayout.R_IPO_FLAG, out, body + InstrumentEncoder.initialPublicOfferingEncodingOffset());
        copy(in, at + ItchLayout.R_LULD_TIER, out, body + InstrumentEncoder.limitTierEncodingOffset());
        copy(in, at + ItchLayout.R_ETP_FLAG, out, body + InstrumentEncoder.exchangeTradedProductEncodingOffset());
        copy(in, at + ItchLayout.R_INVERSE, out, body + InstrumentEncoder.inverseEncodingOffset());
    }

    void tradingStatus(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, TRADING_STATUS, code(in, at + ItchLayout.H_TRADING_STATE));
        text4(in, at + ItchLayout.H_REASON, out, body + TradingStatusEncoder.reasonEncodingOffset());
    }

    void operationalHalt(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int codes = codes(in, at + ItchLayout.HALT_MARKET_CODE, at + ItchLayout.HALT_ACTION);
        prefix.put(in, at, out, offset, OPERATIONAL_HALT, codes);
    }

    void shortSaleRestriction(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        prefix.put(in, at, out, offset, SHORT_SALE_RESTRICTION, code(in, at + ItchLayout.Y_ACTION));
    }

    void participantPosition(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int codes = codes(in, at + ItchLayout.L_PRIMARY_MARKET_MAKER, at + ItchLayout.L_MODE);
        final int body = prefix.put(in, at, out, offset, PARTICIPANT_POSITION, codes);
        text4(in, at + ItchLayout.L_MPID, out, body + ParticipantPositionEncoder.participantEncodingOffset());
        copy(in, at + ItchLayout.L_STATE, out, body + ParticipantPositionEncoder.stateEncodingOffset());
    }

    void circuitBreakerLevels(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, CIRCUIT_BREAKER_LEVELS);
        circuitBreakerLevels.wrap(out, body);
        circuitBreakerLevels.level1().mantissa(uint64(in, at + ItchLayout.V_LEVEL_1));
        circuitBreakerLevels.level2().mantissa(uint64(in, at + ItchLayout.V_LEVEL_2));
        circuitBreakerLevels.level3().mantissa(uint64(in, at + ItchLayout.V_LEVEL_3));
    }

    void circuitBreakerEvent(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        prefix.put(in, at, out, offset, CIRCUIT_BREAKER_EVENT, code(in, at + ItchLayout.W_BREACHED_LEVEL));
    }
}
