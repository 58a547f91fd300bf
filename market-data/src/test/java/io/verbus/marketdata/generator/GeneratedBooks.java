package io.verbus.marketdata.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.paritytrading.juncture.nasdaq.itch50.ITCH50;
import com.paritytrading.juncture.nasdaq.itch50.ITCH50Listener;
import com.paritytrading.juncture.nasdaq.itch50.ITCH50Parser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

/** Applies a session to plain books with an independent parser (juncture) and fails on any invalid message. */
final class GeneratedBooks implements ItchGenerator.Sink, ITCH50Listener {
    record Order(int locate, boolean isBuy, long price, long shares) {}

    final Map<Long, Order> orders = new HashMap<>();
    final Map<Character, Long> counts = new TreeMap<>();
    final Map<Integer, Long> messagesByLocate = new HashMap<>();
    private final Map<Integer, TreeMap<Long, Long>> bids = new HashMap<>();
    private final Map<Integer, TreeMap<Long, Long>> asks = new HashMap<>();
    private final ITCH50Parser parser = new ITCH50Parser(this);
    private final ByteBuffer message = ByteBuffer.allocate(64);
    private long lastTimestampNs;
    private long lastReference;
    private long lastMatch;

    long messages() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public void onMessage(final DirectBuffer buffer, final int offset, final int length) {
        final char type = (char) buffer.getByte(offset);
        assertEquals(ItchLengths.of(type), length, "length of " + type);
        counts.merge(type, 1L, Long::sum);
        message.clear();
        buffer.getBytes(offset, message, length);
        message.flip();
        final long timestampNs = message.getLong(3) & 0xFFFF_FFFF_FFFFL;
        assertTrue(timestampNs >= lastTimestampNs, "timestamps decrease");
        lastTimestampNs = timestampNs;
        if (type == 'O') {
            return; // juncture does not support this type.
        }
        try {
            parser.message(message);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void addOrder(final ITCH50.AddOrder m) {
        add(m.stockLocate, m.orderReferenceNumber, m.buySellIndicator, m.price, m.shares);
    }

    @Override
    public void addOrderMPID(final ITCH50.AddOrderMPID m) {
        add(m.stockLocate, m.orderReferenceNumber, m.buySellIndicator, m.price, m.shares);
    }

    @Override
    public void orderExecuted(final ITCH50.OrderExecuted m) {
        final Order order = reduce(m.stockLocate, m.orderReferenceNumber, m.executedShares);
        match(m.matchNumber);
        assertBest(order);
    }

    @Override
    public void orderExecutedWithPrice(final ITCH50.OrderExecutedWithPrice m) {
        assertBest(reduce(m.stockLocate, m.orderReferenceNumber, m.executedShares));
        match(m.matchNumber);
        assertTrue(m.executionPrice > 0, "execution price");
    }

    @Override
    public void orderCancel(final ITCH50.OrderCancel m) {
        reduce(m.stockLocate, m.orderReferenceNumber, m.canceledShares);
        assertNotNull(orders.get(m.orderReferenceNumber), "a cancel leaves shares; otherwise it must be a delete");
    }

    @Override
    public void orderDelete(final ITCH50.OrderDelete m) {
        reduce(m.stockLocate, m.orderReferenceNumber, live(m.orderReferenceNumber).shares);
    }

    @Override
    public void orderReplace(final ITCH50.OrderReplace m) {
        final Order old = live(m.originalOrderReferenceNumber);
        reduce(m.stockLocate, m.originalOrderReferenceNumber, old.shares);
        add(old.locate, m.newOrderReferenceNumber, (byte) (old.isBuy ? 'B' : 'S'), m.price, m.shares);
    }

    @Override
    public void trade(final ITCH50.Trade m) {
        assertEquals(0, m.orderReferenceNumber);
        assertTrue(m.shares > 0 && m.price > 0, "an empty trade");
        match(m.matchNumber);
        count(m.stockLocate);
    }

    @Override
    public void brokenTrade(final ITCH50.BrokenTrade m) {
        assertTrue(m.matchNumber > 0 && m.matchNumber <= lastMatch, "breaks an existing trade");
    }

    @Override
    public void crossTrade(final ITCH50.CrossTrade m) {
        // juncture reads the shares as 4 bytes, but the specification has 8, so its later fields are wrong: shares end
        // at 19, stock at 27, price at 31, match number at 39.
        match(message.getLong(31));
        assertTrue(message.getLong(11) >= 0 && message.getInt(27) > 0, "empty cross");
    }

    @Override
    public void systemEvent(final ITCH50.SystemEvent m) {
    }

    @Override
    public void stockDirectory(final ITCH50.StockDirectory m) {
        assertNull(bids.put(m.stockLocate, new TreeMap<>()), "listed twice");
        asks.put(m.stockLocate, new TreeMap<>());
    }

    @Override
    public void stockTradingAction(final ITCH50.StockTradingAction m) {
        assertNotNull(bids.get(m.stockLocate), "not listed");
    }

    @Override
    public void regSHORestriction(final ITCH50.RegSHORestriction m) {
        assertNotNull(bids.get(m.locateCode), "not listed");
    }

    @Override
    public void marketParticipantPosition(final ITCH50.MarketParticipantPosition m) {
        assertNotNull(bids.get(m.stockLocate), "not listed");
    }

    @Override
    public void mwcbDeclineLevel(final ITCH50.MWCBDeclineLevel m) {
        assertTrue(m.level1 > m.level2 && m.level2 > m.level3, "levels in order");
    }

    @Override
    public void mwcbStatus(final ITCH50.MWCBStatus m) {
        assertTrue(lastTimestampNs >= DayClock.at(15, 25), "before 15:25 a breach halts the market");
    }

    @Override
    public void ipoQuotingPeriodUpdate(final ITCH50.IPOQuotingPeriodUpdate m) {
        assertNotNull(bids.get(m.stockLocate), "not listed");
    }

    @Override
    public void luldAuctionCollar(final ITCH50.LULDAuctionCollar m) {
        assertNotNull(bids.get(m.stockLocate), "not listed");
    }

    @Override
    public void operationalHalt(final ITCH50.OperationalHalt m) {
        assertNotNull(bids.get(m.stockLocate), "not listed");
    }

    @Override
    public void noii(final ITCH50.NOII m) {
        assertNotNull(bids.get(m.stockLocate), "not listed");
    }

    @Override
    public void rpii(final ITCH50.RPII m) {
        assertNotNull(bids.get(m.stockLocate), "not listed");
    }

    private void add(final int locate, final long reference, final byte side, final long price, final long shares) {
        assertTrue(reference > lastReference, "references increase");
        lastReference = reference;
        assertTrue(shares > 0 && price > 0, "an empty order");
        final Order order = new Order(locate, side == 'B', price, shares);
        orders.put(reference, order);
        levels(order).merge(price, 1L, Long::sum);
        count(locate);
        if (!bids.get(locate).isEmpty() && !asks.get(locate).isEmpty()) {
            assertTrue(bids.get(locate).lastKey() < asks.get(locate).firstKey(), "locked or crossed");
        }
    }

    /** Returns the order before the reduction. An order without remaining shares is removed. */
    private Order reduce(final int locate, final long reference, final long shares) {
        final Order order = live(reference);
        assertEquals(order.locate, locate, "locate of order " + reference);
        assertTrue(shares > 0 && shares <= order.shares, "shares left of order " + reference);
        count(locate);
        if (shares < order.shares) {
            orders.put(reference, new Order(locate, order.isBuy, order.price, order.shares - shares));
        } else {
            orders.remove(reference);
            levels(order).compute(order.price, (_, count) -> count == 1 ? null : count - 1);
        }
        return order;
    }

    private Order live(final long reference) {
        final Order order = orders.get(reference);
        assertNotNull(order, () -> "no live order " + reference);
        return order;
    }

    private TreeMap<Long, Long> levels(final Order order) {
        return (order.isBuy ? bids : asks).get(order.locate);
    }

    private void assertBest(final Order executed) {
        final TreeMap<Long, Long> left = levels(executed);
        if (!left.isEmpty()) {
            assertTrue(executed.isBuy ? executed.price >= left.lastKey() : executed.price <= left.firstKey(),
                    "executions take the best price");
        }
    }

    private void match(final long number) {
        assertEquals(lastMatch + 1, number, "match numbers");
        lastMatch = number;
    }

    private void count(final int locate) {
        messagesByLocate.merge(locate, 1L, Long::sum);
    }
}
