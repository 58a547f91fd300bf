package io.verbus.marketdata.itch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbus.codec.marketdata.AuctionDecoder;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.MarketEventDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OrderAddedDecoder;
import io.verbus.codec.marketdata.OrderDeletedDecoder;
import io.verbus.codec.marketdata.OrderExecutedDecoder;
import io.verbus.codec.marketdata.OrderReducedDecoder;
import io.verbus.codec.marketdata.OrderReplacedDecoder;
import io.verbus.codec.marketdata.TradeCancelledDecoder;
import io.verbus.codec.marketdata.TradeConditionsDecoder;
import io.verbus.codec.marketdata.TradeDecoder;
import io.verbus.codec.marketdata.TradingStatusDecoder;
import io.verbus.codec.nasdaq.AuctionCollarDecoder;
import io.verbus.codec.nasdaq.CircuitBreakerEventDecoder;
import io.verbus.codec.nasdaq.CircuitBreakerLevelsDecoder;
import io.verbus.codec.nasdaq.DirectListingDecoder;
import io.verbus.codec.nasdaq.OperationalHaltDecoder;
import io.verbus.codec.nasdaq.ParticipantPositionDecoder;
import io.verbus.codec.nasdaq.QuotingPeriodDecoder;
import io.verbus.codec.nasdaq.RetailInterestDecoder;
import io.verbus.codec.nasdaq.ShortSaleRestrictionDecoder;
import io.verbus.codec.nasdaq.StockDirectoryDecoder;
import io.verbus.marketdata.book.InstrumentMessage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Converts the normalised messages of an ITCH message back to its values, with the field names of juncture. Texts are
 * integers made of their bytes.
 */
final class Decoded {
    private static final long NULL = Long.MIN_VALUE;

    private final Map<String, Object> values = new TreeMap<>();
    private final List<UnsafeBuffer> messages;
    private final UnsafeBuffer in;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final io.verbus.codec.nasdaq.MessageHeaderDecoder venue = new io.verbus.codec.nasdaq.MessageHeaderDecoder();
    private final long midnightNs;

    private Decoded(final List<UnsafeBuffer> messages, final long midnightNs) {
        this.messages = messages;
        this.in = messages.getFirst();
        this.midnightNs = midnightNs;
    }

    static Map<String, Object> decode(final List<UnsafeBuffer> messages, final ItchType type, final long midnightNs) {
        final Decoded decoded = new Decoded(messages, midnightNs);
        if (messages.size() != (type == ItchType.STOCK_DIRECTORY ? 2 : 1)) {
            decoded.put("messages", messages.size());
        }
        switch (type) {
            case SYSTEM_EVENT, MWCB_STATUS, REG_SHO, RETAIL_INTEREST, OPERATIONAL_HALT -> decoded.codesOnly(type);
            case STOCK_DIRECTORY -> decoded.directory();
            case STOCK_TRADING_ACTION, MARKET_PARTICIPANT_POSITION -> decoded.states(type);
            case MWCB_DECLINE_LEVEL, QUOTING_PERIOD_UPDATE, LULD_AUCTION_COLLAR -> decoded.levels(type);
            case NET_ORDER_IMBALANCE, DIRECT_LISTING -> decoded.auctions(type);
            case ADD_ORDER, ADD_ORDER_ATTRIBUTED -> decoded.added(type);
            case ORDER_EXECUTED, ORDER_EXECUTED_WITH_PRICE -> decoded.executed(type);
            case ORDER_CANCEL, ORDER_DELETE, ORDER_REPLACE -> decoded.changed(type);
            case TRADE, CROSS_TRADE, BROKEN_TRADE -> decoded.trades(type);
        }
        return decoded.values;
    }

    private Decoded common(final long timestamp, final long instrumentId) {
        final long sinceMidnightNs = timestamp - midnightNs;
        return put("stockLocate", instrumentId)
                .put("timestampHigh", sinceMidnightNs >>> 32).put("timestampLow", sinceMidnightNs & 0xFFFF_FFFFL);
    }

    private Decoded put(final String name, final long value) {
        values.put(name, value);
        return this;
    }

    private static long orZero(final long value) {
        return value == NULL ? 0 : value;
    }

    private long sinceMidnight(final long timestamp) {
        return timestamp == NULL ? 0 : timestamp - midnightNs;
    }

    /** Padded with spaces as in ITCH, and read as a big-endian integer. */
    private static long packed(final String text, final int length) {
        final byte[] bytes = new byte[Long.BYTES];
        Arrays.fill(bytes, Long.BYTES - length, Long.BYTES, (byte) ' ');
        final byte[] ascii = text.getBytes(US_ASCII);
        System.arraycopy(ascii, 0, bytes, Long.BYTES - length, ascii.length);
        return ByteBuffer.wrap(bytes).getLong();
    }

    private void codesOnly(final ItchType type) {
        switch (type) {
            case SYSTEM_EVENT -> {
                final var m = new MarketEventDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId()).put("eventCode", m.stepRaw());
            }
            case MWCB_STATUS -> {
                final var m = new CircuitBreakerEventDecoder().wrapAndApplyHeader(in, 0, venue);
                common(m.timestamp(), m.instrumentId()).put("breachedLevel", m.levelRaw());
            }
            case REG_SHO -> {
                final var m = new ShortSaleRestrictionDecoder().wrapAndApplyHeader(in, 0, venue);
                common(m.timestamp(), m.instrumentId()).put("regSHOAction", m.restrictionRaw());
            }
            case RETAIL_INTEREST -> {
                final var m = new RetailInterestDecoder().wrapAndApplyHeader(in, 0, venue);
                common(m.timestamp(), m.instrumentId()).put("interestFlag", m.interestRaw());
            }
            default -> {
                final var m = new OperationalHaltDecoder().wrapAndApplyHeader(in, 0, venue);
                common(m.timestamp(), m.instrumentId())
                        .put("marketCode", m.marketRaw()).put("operationalHaltAction", m.actionRaw());
            }
        }
    }

    private void directory() {
        final InstrumentMessage message = new InstrumentMessage();
        if (!message.wrap(in, 0, in.capacity())) {
            put("instrument is cut off", 1);
            return;
        }
        final InstrumentDecoder common = message.fields();
        final var m = new StockDirectoryDecoder().wrapAndApplyHeader(messages.get(1), 0, venue);
        common(m.timestamp(), m.instrumentId())
                .put("stock", packed(message.symbol(), 8)).put("roundLotSize", common.lot())
                .put("authenticity", common.authenticityRaw())
                .put("marketCategory", m.marketCategoryRaw()).put("financialStatusIndicator", m.financialStatusRaw())
                .put("roundLotsOnly", m.roundLotsOnlyRaw())
                .put("issueClassification", m.issueClassificationRaw()).put("issueSubType", packed(m.issueSubType(), 2))
                .put("shortSaleThresholdIndicator", m.shortSaleThresholdRaw())
                .put("ipoFlag", m.initialPublicOfferingRaw()).put("luldReferencePriceTier", m.limitTierRaw())
                .put("etpFlag", m.exchangeTradedProductRaw()).put("etpLeverageFactor", m.leverageFactor())
                .put("inverseIndicator", m.inverseRaw());
        if (common.timestamp() != m.timestamp() || common.instrumentId() != m.instrumentId()
                || common.venueInstrumentId() != m.instrumentId() || common.priceExponent() != -4
                || common.quantityExponent() != 0 || !common.currency().equals("USD")) {
            put("definition is wrong", 1);
        }
    }

    private void states(final ItchType type) {
        if (type == ItchType.STOCK_TRADING_ACTION) {
            final var m = new TradingStatusDecoder().wrapAndApplyHeader(in, 0, header);
            common(m.timestamp(), m.instrumentId())
                    .put("tradingState", m.stateRaw()).put("reason", packed(m.reason(), 4));
        } else {
            final var m = new ParticipantPositionDecoder().wrapAndApplyHeader(in, 0, venue);
            common(m.timestamp(), m.instrumentId())
                    .put("mpid", packed(m.participant(), 4)).put("primaryMarketMaker", m.primaryMarketMakerRaw())
                    .put("marketMakerMode", m.modeRaw()).put("marketParticipantState", m.stateRaw());
        }
    }

    private void levels(final ItchType type) {
        switch (type) {
            case MWCB_DECLINE_LEVEL -> {
                final var m = new CircuitBreakerLevelsDecoder().wrapAndApplyHeader(in, 0, venue);
                common(m.timestamp(), m.instrumentId())
                        .put("level1", m.level1()).put("level2", m.level2())
                        .put("level3", m.level3());
            }
            case QUOTING_PERIOD_UPDATE -> {
                final var m = new QuotingPeriodDecoder().wrapAndApplyHeader(in, 0, venue);
                common(m.timestamp(), m.instrumentId())
                        .put("ipoQuotationReleaseTime", sinceMidnight(m.releaseTime()) / 1_000_000_000L)
                        .put("ipoQuotationReleaseQualifier", m.qualifierRaw())
                        .put("ipoPrice", orZero(m.price()));
            }
            default -> {
                final var m = new AuctionCollarDecoder().wrapAndApplyHeader(in, 0, venue);
                common(m.timestamp(), m.instrumentId())
                        .put("auctionCollarReferencePrice", orZero(m.referencePrice()))
                        .put("upperAuctionCollarPrice", orZero(m.upperPrice()))
                        .put("lowerAuctionCollarPrice", orZero(m.lowerPrice()))
                        .put("auctionCollarExtension", m.extension());
            }
        }
    }

    private void auctions(final ItchType type) {
        if (type == ItchType.NET_ORDER_IMBALANCE) {
            final var m = new AuctionDecoder().wrapAndApplyHeader(in, 0, header);
            common(m.timestamp(), m.instrumentId())
                    .put("pairedShares", m.pairedQuantity()).put("imbalanceShares", m.imbalanceQuantity())
                    .put("imbalanceDirection", m.directionRaw()).put("farPrice", orZero(m.farPrice()))
                    .put("nearPrice", orZero(m.nearPrice()))
                    .put("currentReferencePrice", orZero(m.referencePrice()))
                    .put("crossType", m.kindRaw()).put("priceVariationIndicator", m.variationRaw());
        } else {
            final var m = new DirectListingDecoder().wrapAndApplyHeader(in, 0, venue);
            common(m.timestamp(), m.instrumentId())
                    .put("openEligibilityStatus", m.openEligibleRaw())
                    .put("minimumAllowablePrice", orZero(m.minimumPrice()))
                    .put("maximumAllowablePrice", orZero(m.maximumPrice()))
                    .put("nearExecutionPrice", orZero(m.nearExecutionPrice()))
                    .put("nearExecutionTime", sinceMidnight(m.nearExecutionTime()))
                    .put("lowerPriceRangeCollar", orZero(m.lowerCollar()))
                    .put("upperPriceRangeCollar", orZero(m.upperCollar()));
        }
    }

    private void added(final ItchType type) {
        final var m = new OrderAddedDecoder().wrapAndApplyHeader(in, 0, header);
        common(m.timestamp(), m.instrumentId())
                .put("orderReferenceNumber", m.orderId()).put("buySellIndicator", m.sideRaw())
                .put("shares", m.quantity()).put("price", m.price());
        if (type == ItchType.ADD_ORDER_ATTRIBUTED) {
            put("attribution", packed(m.attribution(), 4));
        } else if (!m.attribution().isEmpty()) {
            put("attribution is not null", 1);
        }
    }

    private void executed(final ItchType type) {
        final var m = new OrderExecutedDecoder().wrapAndApplyHeader(in, 0, header);
        common(m.timestamp(), m.instrumentId()).put("orderReferenceNumber", m.orderId())
                .put("executedShares", m.quantity()).put("matchNumber", m.tradeId());
        if (type == ItchType.ORDER_EXECUTED_WITH_PRICE) {
            put("printable", m.conditions().notPrinted() ? 'N' : 'Y').put("executionPrice", m.price());
        } else if (m.price() != OrderExecutedDecoder.priceNullValue() || !m.conditions().isEmpty()) {
            put("price is not null", 1);
        }
    }

    private void changed(final ItchType type) {
        switch (type) {
            case ORDER_CANCEL -> {
                final var m = new OrderReducedDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId())
                        .put("orderReferenceNumber", m.orderId()).put("canceledShares", m.quantity());
            }
            case ORDER_DELETE -> {
                final var m = new OrderDeletedDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId()).put("orderReferenceNumber", m.orderId());
            }
            default -> {
                final var m = new OrderReplacedDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId())
                        .put("originalOrderReferenceNumber", m.orderId()).put("newOrderReferenceNumber", m.newOrderId())
                        .put("shares", m.quantity()).put("price", m.price());
            }
        }
    }

    private void trades(final ItchType type) {
        switch (type) {
            case TRADE -> {
                final var m = new TradeDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId())
                        .put("orderReferenceNumber", m.orderId() == TradeDecoder.orderIdNullValue() ? 0 : m.orderId())
                        .put("shares", m.quantity()).put("price", m.price()).put("matchNumber", m.tradeId());
                if (!m.conditions().hidden() || m.aggressorRaw() != 0) {
                    put("conditions are wrong", 1);
                }
            }
            case CROSS_TRADE -> {
                final var m = new TradeDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId()).put("shares", m.quantity())
                        .put("crossPrice", m.price()).put("matchNumber", m.tradeId())
                        .put("crossType", crossType(m.conditions()));
            }
            default -> {
                final var m = new TradeCancelledDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId()).put("matchNumber", m.tradeId());
            }
        }
    }

    private static char crossType(final TradeConditionsDecoder conditions) {
        if (conditions.auctionClose()) {
            return conditions.extendedHours() ? 'A' : 'C';
        }
        return conditions.auctionOpen()
                ? 'O'
                : conditions.auctionHalt() ? 'H' : conditions.auctionIntraday() ? 'I' : 0;
    }
}
