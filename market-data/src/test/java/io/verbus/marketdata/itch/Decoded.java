package io.verbus.marketdata.itch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbus.codec.marketdata.AuctionCollarDecoder;
import io.verbus.codec.marketdata.AuctionImbalanceDecoder;
import io.verbus.codec.marketdata.BrokenTradeDecoder;
import io.verbus.codec.marketdata.CircuitBreakerEventDecoder;
import io.verbus.codec.marketdata.CircuitBreakerLevelsDecoder;
import io.verbus.codec.marketdata.CrossTradeDecoder;
import io.verbus.codec.marketdata.DirectListingDecoder;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OperationalHaltDecoder;
import io.verbus.codec.marketdata.OrderAddedDecoder;
import io.verbus.codec.marketdata.OrderDeletedDecoder;
import io.verbus.codec.marketdata.OrderExecutedAtPriceDecoder;
import io.verbus.codec.marketdata.OrderExecutedDecoder;
import io.verbus.codec.marketdata.OrderReducedDecoder;
import io.verbus.codec.marketdata.OrderReplacedDecoder;
import io.verbus.codec.marketdata.ParticipantPositionDecoder;
import io.verbus.codec.marketdata.QuotingPeriodDecoder;
import io.verbus.codec.marketdata.RetailInterestDecoder;
import io.verbus.codec.marketdata.ShortSaleRestrictionDecoder;
import io.verbus.codec.marketdata.SystemEventDecoder;
import io.verbus.codec.marketdata.TradeDecoder;
import io.verbus.codec.marketdata.TradingStatusDecoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Converts a normalised message back to the ITCH values, with the field names of juncture. Texts are integers made of
 * their bytes.
 */
final class Decoded {
    private static final long NULL = Long.MIN_VALUE;

    private final Map<String, Object> values = new TreeMap<>();
    private final UnsafeBuffer in;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final long midnightNs;

    private Decoded(final UnsafeBuffer in, final long midnightNs) {
        this.in = in;
        this.midnightNs = midnightNs;
    }

    static Map<String, Object> decode(final UnsafeBuffer in, final ItchType type, final long midnightNs) {
        final Decoded decoded = new Decoded(in, midnightNs);
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

    private Decoded common(final long timestamp, final long instrumentId, final int trackingNumber) {
        final long sinceMidnightNs = timestamp - midnightNs;
        return put("stockLocate", instrumentId).put("trackingNumber", trackingNumber)
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
                final var m = new SystemEventDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber()).put("eventCode", m.stepRaw());
            }
            case MWCB_STATUS -> {
                final var m = new CircuitBreakerEventDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber()).put("breachedLevel", m.levelRaw());
            }
            case REG_SHO -> {
                final var m = new ShortSaleRestrictionDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber()).put("regSHOAction", m.restrictionRaw());
            }
            case RETAIL_INTEREST -> {
                final var m = new RetailInterestDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber()).put("interestFlag", m.interestRaw());
            }
            default -> {
                final var m = new OperationalHaltDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                        .put("marketCode", m.marketRaw()).put("operationalHaltAction", m.actionRaw());
            }
        }
    }

    private void directory() {
        final var m = new InstrumentDecoder().wrapAndApplyHeader(in, 0, header);
        common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                .put("stock", packed(m.symbol(), 8))
                .put("marketCategory", m.marketCategoryRaw()).put("financialStatusIndicator", m.financialStatusRaw())
                .put("roundLotSize", m.roundLotSize()).put("roundLotsOnly", m.roundLotsOnlyRaw())
                .put("issueClassification", m.issueClassificationRaw()).put("issueSubType", packed(m.issueSubType(), 2))
                .put("authenticity", m.authenticityRaw()).put("shortSaleThresholdIndicator", m.shortSaleThresholdRaw())
                .put("ipoFlag", m.initialPublicOfferingRaw()).put("luldReferencePriceTier", m.limitTierRaw())
                .put("etpFlag", m.exchangeTradedProductRaw()).put("etpLeverageFactor", m.leverageFactor())
                .put("inverseIndicator", m.inverseRaw());
    }

    private void states(final ItchType type) {
        if (type == ItchType.STOCK_TRADING_ACTION) {
            final var m = new TradingStatusDecoder().wrapAndApplyHeader(in, 0, header);
            common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                    .put("tradingState", m.stateRaw()).put("reason", packed(m.reason(), 4));
        } else {
            final var m = new ParticipantPositionDecoder().wrapAndApplyHeader(in, 0, header);
            common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                    .put("mpid", packed(m.participant(), 4)).put("primaryMarketMaker", m.primaryMarketMakerRaw())
                    .put("marketMakerMode", m.modeRaw()).put("marketParticipantState", m.stateRaw());
        }
    }

    private void levels(final ItchType type) {
        switch (type) {
            case MWCB_DECLINE_LEVEL -> {
                final var m = new CircuitBreakerLevelsDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                        .put("level1", m.level1().mantissa()).put("level2", m.level2().mantissa())
                        .put("level3", m.level3().mantissa());
            }
            case QUOTING_PERIOD_UPDATE -> {
                final var m = new QuotingPeriodDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                        .put("ipoQuotationReleaseTime", sinceMidnight(m.releaseTime()) / 1_000_000_000L)
                        .put("ipoQuotationReleaseQualifier", m.qualifierRaw())
                        .put("ipoPrice", orZero(m.price().mantissa()));
            }
            default -> {
                final var m = new AuctionCollarDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                        .put("auctionCollarReferencePrice", orZero(m.referencePrice().mantissa()))
                        .put("upperAuctionCollarPrice", orZero(m.upperPrice().mantissa()))
                        .put("lowerAuctionCollarPrice", orZero(m.lowerPrice().mantissa()))
                        .put("auctionCollarExtension", m.extension());
            }
        }
    }

    private void auctions(final ItchType type) {
        if (type == ItchType.NET_ORDER_IMBALANCE) {
            final var m = new AuctionImbalanceDecoder().wrapAndApplyHeader(in, 0, header);
            common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                    .put("pairedShares", m.pairedQuantity()).put("imbalanceShares", m.imbalanceQuantity())
                    .put("imbalanceDirection", m.directionRaw()).put("farPrice", orZero(m.farPrice().mantissa()))
                    .put("nearPrice", orZero(m.nearPrice().mantissa()))
                    .put("currentReferencePrice", orZero(m.referencePrice().mantissa()))
                    .put("crossType", m.crossTypeRaw()).put("priceVariationIndicator", m.priceVariationRaw());
        } else {
            final var m = new DirectListingDecoder().wrapAndApplyHeader(in, 0, header);
            common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                    .put("openEligibilityStatus", m.openEligibleRaw())
                    .put("minimumAllowablePrice", orZero(m.minimumPrice().mantissa()))
                    .put("maximumAllowablePrice", orZero(m.maximumPrice().mantissa()))
                    .put("nearExecutionPrice", orZero(m.nearExecutionPrice().mantissa()))
                    .put("nearExecutionTime", sinceMidnight(m.nearExecutionTime()))
                    .put("lowerPriceRangeCollar", orZero(m.lowerCollar().mantissa()))
                    .put("upperPriceRangeCollar", orZero(m.upperCollar().mantissa()));
        }
    }

    private void added(final ItchType type) {
        final var m = new OrderAddedDecoder().wrapAndApplyHeader(in, 0, header);
        common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                .put("orderReferenceNumber", m.orderId()).put("buySellIndicator", m.sideRaw())
                .put("shares", m.quantity()).put("price", m.price().mantissa());
        if (type == ItchType.ADD_ORDER_ATTRIBUTED) {
            put("attribution", packed(m.attribution(), 4));
        } else if (!m.attribution().isEmpty()) {
            put("attribution is not null", 1);
        }
    }

    private void executed(final ItchType type) {
        if (type == ItchType.ORDER_EXECUTED) {
            final var m = new OrderExecutedDecoder().wrapAndApplyHeader(in, 0, header);
            common(m.timestamp(), m.instrumentId(), m.trackingNumber()).put("orderReferenceNumber", m.orderId())
                    .put("executedShares", m.quantity()).put("matchNumber", m.tradeId());
        } else {
            final var m = new OrderExecutedAtPriceDecoder().wrapAndApplyHeader(in, 0, header);
            common(m.timestamp(), m.instrumentId(), m.trackingNumber()).put("orderReferenceNumber", m.orderId())
                    .put("executedShares", m.quantity()).put("matchNumber", m.tradeId())
                    .put("printable", m.printableRaw()).put("executionPrice", m.price().mantissa());
        }
    }

    private void changed(final ItchType type) {
        switch (type) {
            case ORDER_CANCEL -> {
                final var m = new OrderReducedDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                        .put("orderReferenceNumber", m.orderId()).put("canceledShares", m.quantity());
            }
            case ORDER_DELETE -> {
                final var m = new OrderDeletedDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber()).put("orderReferenceNumber", m.orderId());
            }
            default -> {
                final var m = new OrderReplacedDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                        .put("originalOrderReferenceNumber", m.orderId()).put("newOrderReferenceNumber", m.newOrderId())
                        .put("shares", m.quantity()).put("price", m.price().mantissa());
            }
        }
    }

    private void trades(final ItchType type) {
        switch (type) {
            case TRADE -> {
                final var m = new TradeDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber())
                        .put("orderReferenceNumber", m.orderId()).put("buySellIndicator", m.sideRaw())
                        .put("shares", m.quantity()).put("price", m.price().mantissa()).put("matchNumber", m.tradeId());
            }
            case CROSS_TRADE -> {
                final var m = new CrossTradeDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber()).put("shares", m.quantity())
                        .put("crossPrice", m.price().mantissa()).put("matchNumber", m.tradeId())
                        .put("crossType", m.crossTypeRaw());
            }
            default -> {
                final var m = new BrokenTradeDecoder().wrapAndApplyHeader(in, 0, header);
                common(m.timestamp(), m.instrumentId(), m.trackingNumber()).put("matchNumber", m.tradeId());
            }
        }
    }
}
