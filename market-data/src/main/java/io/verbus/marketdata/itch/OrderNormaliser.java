package io.verbus.marketdata.itch;

import static io.verbus.marketdata.itch.Fields.code;
import static io.verbus.marketdata.itch.Fields.quantity64;
import static io.verbus.marketdata.itch.Fields.text4;
import static io.verbus.marketdata.itch.Fields.uint32;
import static io.verbus.marketdata.itch.Fields.uint64;

import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.OrderExecutedEncoder;
import io.verbus.codec.marketdata.OrderReducedEncoder;
import io.verbus.codec.marketdata.OrderReplacedEncoder;
import io.verbus.codec.marketdata.TradeCancelledEncoder;
import io.verbus.codec.marketdata.TradeConditionsEncoder;
import io.verbus.codec.marketdata.TradeEncoder;
import io.verbus.marketdata.book.MessagePrefix;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Normalises orders and trades, which build the books; ITCH 5.0, sections 1.3 to 1.5. */
final class OrderNormaliser {
    private static final long ORDER_ADDED = MessagePrefix.header(OrderAddedEncoder.BLOCK_LENGTH,
            OrderAddedEncoder.TEMPLATE_ID);
    private static final long ORDER_DELETED = MessagePrefix.header(OrderDeletedEncoder.BLOCK_LENGTH,
            OrderDeletedEncoder.TEMPLATE_ID);
    private static final long ORDER_EXECUTED = MessagePrefix.header(OrderExecutedEncoder.BLOCK_LENGTH,
            OrderExecutedEncoder.TEMPLATE_ID);
    private static final long ORDER_REDUCED = MessagePrefix.header(OrderReducedEncoder.BLOCK_LENGTH,
            OrderReducedEncoder.TEMPLATE_ID);
    private static final long ORDER_REPLACED = MessagePrefix.header(OrderReplacedEncoder.BLOCK_LENGTH,
            OrderReplacedEncoder.TEMPLATE_ID);
    private static final long TRADE = MessagePrefix.header(TradeEncoder.BLOCK_LENGTH, TradeEncoder.TEMPLATE_ID);
    private static final long TRADE_CANCELLED = MessagePrefix.header(TradeCancelledEncoder.BLOCK_LENGTH,
            TradeCancelledEncoder.TEMPLATE_ID);

    private static final int HIDDEN = TradeConditionsEncoder.hidden(0, true);
    private static final int NOT_PRINTED = TradeConditionsEncoder.notPrinted(0, true);

    private final Prefix prefix;
    private final OrderAddedEncoder orderAdded = new OrderAddedEncoder();
    private final OrderDeletedEncoder orderDeleted = new OrderDeletedEncoder();
    private final OrderExecutedEncoder orderExecuted = new OrderExecutedEncoder();
    private final OrderReducedEncoder orderReduced = new OrderReducedEncoder();
    private final OrderReplacedEncoder orderReplaced = new OrderReplacedEncoder();
    private final TradeEncoder trade = new TradeEncoder();
    private final TradeCancelledEncoder tradeCancelled = new TradeCancelledEncoder();

    OrderNormaliser(final Prefix prefix) {
        this.prefix = prefix;
    }

    void added(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = putOrder(in, at, out, offset);
        out.putInt(body + OrderAddedEncoder.attributionEncodingOffset(), 0);
    }

    void addedAttributed(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = putOrder(in, at, out, offset);
        text4(in, at + ItchLayout.F_ATTRIBUTION, out, body + OrderAddedEncoder.attributionEncodingOffset());
    }

    void executed(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        putExecution(in, at, out, offset, OrderExecutedEncoder.priceNullValue(), 0);
    }

    void executedAtPrice(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        putExecution(in, at, out, offset, uint32(in, at + ItchLayout.C_PRICE),
                in.getByte(at + ItchLayout.C_PRINTABLE) == 'N' ? NOT_PRINTED : 0);
    }

    void reduced(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, ORDER_REDUCED);
        orderReduced.wrap(out, body)
                .orderId(uint64(in, at + ItchLayout.MODIFY_REFERENCE))
                .quantity(uint32(in, at + ItchLayout.X_SHARES));
    }

    void deleted(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, ORDER_DELETED);
        orderDeleted.wrap(out, body).orderId(uint64(in, at + ItchLayout.MODIFY_REFERENCE));
    }

    void replaced(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, ORDER_REPLACED);
        orderReplaced.wrap(out, body)
                .orderId(uint64(in, at + ItchLayout.MODIFY_REFERENCE))
                .newOrderId(uint64(in, at + ItchLayout.U_NEW_REFERENCE))
                .price(uint32(in, at + ItchLayout.U_PRICE))
                .quantity(uint32(in, at + ItchLayout.U_SHARES))
                .priority(OrderReplacedEncoder.priorityNullValue());
    }

    void trade(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final long order = uint64(in, at + ItchLayout.P_REFERENCE);
        putTrade(in, at, out, offset, order == 0 ? TradeEncoder.orderIdNullValue() : order,
                uint64(in, at + ItchLayout.P_MATCH_NUMBER), uint32(in, at + ItchLayout.P_PRICE),
                uint32(in, at + ItchLayout.P_SHARES), HIDDEN);
    }

    void cross(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        putTrade(in, at, out, offset, TradeEncoder.orderIdNullValue(), uint64(in, at + ItchLayout.Q_MATCH_NUMBER),
                uint32(in, at + ItchLayout.Q_PRICE), quantity64(in, at + ItchLayout.Q_SHARES),
                auction(in.getByte(at + ItchLayout.Q_CROSS_TYPE)));
    }

    void cancelled(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, TRADE_CANCELLED);
        tradeCancelled.wrap(out, body).tradeId(uint64(in, at + ItchLayout.B_MATCH_NUMBER));
    }

    /** The conditions of a trade in a cross; of a cross newer than this build only that it has one price. */
    private static int auction(final byte crossType) {
        final int cross = TradeConditionsEncoder.singlePriceCross(0, true);
        return switch (crossType) {
            case 'O' -> TradeConditionsEncoder.auctionOpen(cross, true);
            case 'C' -> TradeConditionsEncoder.auctionClose(cross, true);
            case 'H' -> TradeConditionsEncoder.auctionHalt(cross, true);
            case 'I' -> TradeConditionsEncoder.auctionIntraday(cross, true);
            case 'A' -> TradeConditionsEncoder.extendedHours(TradeConditionsEncoder.auctionClose(cross, true), true);
            default -> cross;
        };
    }

    private int putOrder(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, ORDER_ADDED, code(in, at + ItchLayout.A_SIDE));
        orderAdded.wrap(out, body)
                .orderId(uint64(in, at + ItchLayout.A_REFERENCE))
                .price(uint32(in, at + ItchLayout.A_PRICE))
                .quantity(uint32(in, at + ItchLayout.A_SHARES))
                .priority(OrderAddedEncoder.priorityNullValue());
        return body;
    }

    private void putExecution(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset,
            final long price, final int conditions) {
        final int body = prefix.put(in, at, out, offset, ORDER_EXECUTED);
        orderExecuted.wrap(out, body)
                .orderId(uint64(in, at + ItchLayout.MODIFY_REFERENCE))
                .tradeId(uint64(in, at + ItchLayout.E_MATCH_NUMBER))
                .price(price)
                .quantity(uint32(in, at + ItchLayout.E_SHARES));
        out.putInt(body + OrderExecutedEncoder.conditionsEncodingOffset(), conditions, ByteOrder.LITTLE_ENDIAN);
    }

    private void putTrade(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset,
            final long order, final long tradeId, final long price, final long quantity, final int conditions) {
        final int body = prefix.put(in, at, out, offset, TRADE);
        trade.wrap(out, body)
                .tradeId(tradeId)
                .orderId(order)
                .price(price)
                .quantity(quantity);
        out.putInt(body + TradeEncoder.conditionsEncodingOffset(), conditions, ByteOrder.LITTLE_ENDIAN);
    }
}
