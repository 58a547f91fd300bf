package io.verbus.marketdata.itch;

import static io.verbus.marketdata.itch.Fields.code;
import static io.verbus.marketdata.itch.Fields.text4;
import static io.verbus.marketdata.itch.Fields.uint32;
import static io.verbus.marketdata.itch.Fields.uint64;

import io.verbus.codec.marketdata.BrokenTradeEncoder;
import io.verbus.codec.marketdata.CrossTradeEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.OrderExecutedAtPriceEncoder;
import io.verbus.codec.marketdata.OrderExecutedEncoder;
import io.verbus.codec.marketdata.OrderReducedEncoder;
import io.verbus.codec.marketdata.OrderReplacedEncoder;
import io.verbus.codec.marketdata.TradeEncoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Normalises orders and trades, which build the books; ITCH 5.0, sections 1.3 to 1.5. */
final class OrderNormaliser {
    private static final long BROKEN_TRADE = Prefix.header(BrokenTradeEncoder.BLOCK_LENGTH,
            BrokenTradeEncoder.TEMPLATE_ID);
    private static final long CROSS_TRADE = Prefix.header(CrossTradeEncoder.BLOCK_LENGTH,
            CrossTradeEncoder.TEMPLATE_ID);
    private static final long ORDER_ADDED = Prefix.header(OrderAddedEncoder.BLOCK_LENGTH,
            OrderAddedEncoder.TEMPLATE_ID);
    private static final long ORDER_DELETED = Prefix.header(OrderDeletedEncoder.BLOCK_LENGTH,
            OrderDeletedEncoder.TEMPLATE_ID);
    private static final long ORDER_EXECUTED = Prefix.header(OrderExecutedEncoder.BLOCK_LENGTH,
            OrderExecutedEncoder.TEMPLATE_ID);
    private static final long ORDER_EXECUTED_AT_PRICE = Prefix.header(OrderExecutedAtPriceEncoder.BLOCK_LENGTH,
            OrderExecutedAtPriceEncoder.TEMPLATE_ID);
    private static final long ORDER_REDUCED = Prefix.header(OrderReducedEncoder.BLOCK_LENGTH,
            OrderReducedEncoder.TEMPLATE_ID);
    private static final long ORDER_REPLACED = Prefix.header(OrderReplacedEncoder.BLOCK_LENGTH,
            OrderReplacedEncoder.TEMPLATE_ID);
    private static final long TRADE = Prefix.header(TradeEncoder.BLOCK_LENGTH, TradeEncoder.TEMPLATE_ID);

    private final Prefix prefix;
    private final BrokenTradeEncoder brokenTrade = new BrokenTradeEncoder();
    private final CrossTradeEncoder crossTrade = new CrossTradeEncoder();
    private final OrderAddedEncoder orderAdded = new OrderAddedEncoder();
    private final OrderDeletedEncoder orderDeleted = new OrderDeletedEncoder();
    private final OrderExecutedEncoder orderExecuted = new OrderExecutedEncoder();
    private final OrderExecutedAtPriceEncoder orderExecutedAtPrice = new OrderExecutedAtPriceEncoder();
    private final OrderReducedEncoder orderReduced = new OrderReducedEncoder();
    private final OrderReplacedEncoder orderReplaced = new OrderReplacedEncoder();
    private final TradeEncoder trade = new TradeEncoder();

    OrderNormaliser(final Prefix prefix) {
        this.prefix = prefix;
    }

    void added(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, ORDER_ADDED, code(in, at + ItchLayout.A_SIDE));
        putOrder(in, at, out, body);
        out.putInt(body + OrderAddedEncoder.attributionEncodingOffset(), 0);
    }

    void addedAttributed(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, ORDER_ADDED, code(in, at + ItchLayout.A_SIDE));
        putOrder(in, at, out, body);
        text4(in, at + ItchLayout.F_ATTRIBUTION, out, body + OrderAddedEncoder.attributionEncodingOffset());
    }

    void executed(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, ORDER_EXECUTED);
        orderExecuted.wrap(out, body)
                .orderId(uint64(in, at + ItchLayout.MODIFY_REFERENCE))
                .tradeId(uint64(in, at + ItchLayout.E_MATCH_NUMBER))
                .quantity(uint32(in, at + ItchLayout.E_SHARES));
    }

    void executedAtPrice(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int printable = code(in, at + ItchLayout.C_PRINTABLE);
        final int body = prefix.put(in, at, out, offset, ORDER_EXECUTED_AT_PRICE, printable);
        orderExecutedAtPrice.wrap(out, body)
                .orderId(uint64(in, at + ItchLayout.MODIFY_REFERENCE))
                .tradeId(uint64(in, at + ItchLayout.E_MATCH_NUMBER))
                .quantity(uint32(in, at + ItchLayout.E_SHARES))
                .price().mantissa(uint32(in, at + ItchLayout.C_PRICE));
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
                .quantity(uint32(in, at + ItchLayout.U_SHARES))
                .price().mantissa(uint32(in, at + ItchLayout.U_PRICE));
    }

    void trade(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, TRADE, code(in, at + ItchLayout.P_SIDE));
        trade.wrap(out, body)
                .orderId(uint64(in, at + ItchLayout.P_REFERENCE))
                .tradeId(uint64(in, at + ItchLayout.P_MATCH_NUMBER))
                .quantity(uint32(in, at + ItchLayout.P_SHARES))
                .price().mantissa(uint32(in, at + ItchLayout.P_PRICE));
    }

    void cross(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, CROSS_TRADE, code(in, at + ItchLayout.Q_CROSS_TYPE));
        crossTrade.wrap(out, body)
                .quantity(uint64(in, at + ItchLayout.Q_SHARES))
                .tradeId(uint64(in, at + ItchLayout.Q_MATCH_NUMBER))
                .price().mantissa(uint32(in, at + ItchLayout.Q_PRICE));
    }

    void broken(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, BROKEN_TRADE);
        brokenTrade.wrap(out, body).tradeId(uint64(in, at + ItchLayout.B_MATCH_NUMBER));
    }

    private void putOrder(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int body) {
        orderAdded.wrap(out, body)
                .orderId(uint64(in, at + ItchLayout.A_REFERENCE))
                .quantity(uint32(in, at + ItchLayout.A_SHARES))
                .price().mantissa(uint32(in, at + ItchLayout.A_PRICE));
    }
}
