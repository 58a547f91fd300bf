package io.verbus.marketdata.itch;

import com.paritytrading.juncture.nasdaq.itch50.ITCH50;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads ITCH messages with an independent parser (juncture), and per specification where it differs. Values that the
 * normalised messages omit are removed or made equal.
 */
final class Juncture {
    private Juncture() {
    }

    static Map<String, Object> parse(final ItchType type, final byte[] message) throws IllegalAccessException {
        final ITCH50.Message parsed = parser(type);
        if (parsed == null) {
            return bySpecification(type, message);
        }
        final ByteBuffer in = ByteBuffer.wrap(message, 1, message.length - 1);
        parsed.get(in);
        if (in.hasRemaining()) {
            throw new AssertionError("the length of " + type + " is not what juncture reads");
        }
        final Map<String, Object> values = new TreeMap<>();
        for (final Field field : parsed.getClass().getFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                values.put(field.getName().equals("locateCode") ? "stockLocate" : field.getName(),
                        number(field.get(parsed)));
            }
        }
        values.remove("reserved");
        values.remove("trackingNumber");
        switch (type) {
            case TRADE -> {
                values.remove("buySellIndicator");
                values.computeIfPresent("orderReferenceNumber", (_, order) -> (long) order == -1 ? 0L : order);
            }
            case ORDER_EXECUTED_WITH_PRICE ->
                values.computeIfPresent("printable", (_, code) -> (long) code == 'N' ? code : (long) 'Y');
            case NET_ORDER_IMBALANCE -> {
                values.computeIfPresent("pairedShares", (_, shares) -> quantity((long) shares));
                values.computeIfPresent("imbalanceShares", (_, shares) -> quantity((long) shares));
            }
            default -> {
            }
        }
        if (type != ItchType.STOCK_DIRECTORY) {
            values.remove("stock");
        }
        return values;
    }

    /** Shares of more than 63 bits are not known. */
    private static long quantity(final long shares) {
        return shares < 0 ? Long.MIN_VALUE : shares;
    }

    /** juncture reads texts of two and four bytes as short and int; converted to unsigned here. */
    private static Object number(final Object value) {
        return switch (value) {
            case Short text -> Short.toUnsignedLong(text);
            case Integer textOrNumber -> Integer.toUnsignedLong(textOrNumber);
            default -> ((Number) value).longValue();
        };
    }

    private static ITCH50.Message parser(final ItchType type) {
        return switch (type) {
            case SYSTEM_EVENT -> new ITCH50.SystemEvent();
            case STOCK_DIRECTORY -> new ITCH50.StockDirectory();
            case STOCK_TRADING_ACTION -> new ITCH50.StockTradingAction();
            case REG_SHO -> new ITCH50.RegSHORestriction();
            case MARKET_PARTICIPANT_POSITION -> new ITCH50.MarketParticipantPosition();
            case MWCB_DECLINE_LEVEL -> new ITCH50.MWCBDeclineLevel();
            case MWCB_STATUS -> new ITCH50.MWCBStatus();
            case QUOTING_PERIOD_UPDATE -> new ITCH50.IPOQuotingPeriodUpdate();
            case LULD_AUCTION_COLLAR -> new ITCH50.LULDAuctionCollar();
            case OPERATIONAL_HALT -> new ITCH50.OperationalHalt();
            case ADD_ORDER -> new ITCH50.AddOrder();
            case ADD_ORDER_ATTRIBUTED -> new ITCH50.AddOrderMPID();
            case ORDER_EXECUTED -> new ITCH50.OrderExecuted();
            case ORDER_EXECUTED_WITH_PRICE -> new ITCH50.OrderExecutedWithPrice();
            case ORDER_CANCEL -> new ITCH50.OrderCancel();
            case ORDER_DELETE -> new ITCH50.OrderDelete();
            case ORDER_REPLACE -> new ITCH50.OrderReplace();
            case TRADE -> new ITCH50.Trade();
            case BROKEN_TRADE -> new ITCH50.BrokenTrade();
            case NET_ORDER_IMBALANCE -> new ITCH50.NOII();
            case RETAIL_INTEREST -> new ITCH50.RPII();
            case CROSS_TRADE, DIRECT_LISTING -> null;
        };
    }

    /** juncture reads four of the eight bytes of the shares of {@code Q}, and does not support {@code O}. */
    private static Map<String, Object> bySpecification(final ItchType type, final byte[] message) {
        final ByteBuffer in = ByteBuffer.wrap(message, 1, message.length - 1);
        final Map<String, Object> values = new TreeMap<>();
        values.put("stockLocate", Short.toUnsignedLong(in.getShort()));
        in.getShort(); // tracking number
        values.put("timestampHigh", Short.toUnsignedLong(in.getShort()));
        values.put("timestampLow", Integer.toUnsignedLong(in.getInt()));
        if (type == ItchType.CROSS_TRADE) {
            values.put("shares", quantity(in.getLong()));
            in.getLong();
            values.put("crossPrice", Integer.toUnsignedLong(in.getInt()));
            values.put("matchNumber", in.getLong());
            final char cross = (char) (in.get() & 0xFF);
            values.put("crossType", "OCHIA".indexOf(cross) < 0 ? 0L : (long) cross);
        } else {
            in.getLong();
            values.put("openEligibilityStatus", (long) in.get());
            values.put("minimumAllowablePrice", Integer.toUnsignedLong(in.getInt()));
            values.put("maximumAllowablePrice", Integer.toUnsignedLong(in.getInt()));
            values.put("nearExecutionPrice", Integer.toUnsignedLong(in.getInt()));
            values.put("nearExecutionTime", in.getLong());
            values.put("lowerPriceRangeCollar", Integer.toUnsignedLong(in.getInt()));
            values.put("upperPriceRangeCollar", Integer.toUnsignedLong(in.getInt()));
        }
        if (in.hasRemaining()) {
            throw new AssertionError("the length of " + type + " is not the specification's");
        }
        return values;
    }
}
