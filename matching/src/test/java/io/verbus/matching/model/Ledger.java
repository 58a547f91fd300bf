package io.verbus.matching.model;

import io.verbus.matching.CancelReason;
import io.verbus.matching.Refusal;
import io.verbus.matching.Reports;
import io.verbus.matching.Request;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The accounts of the seats, kept from the reports alone. Each order ends once, its quantity is accounted for, each
 * trade has two sides, and neither shares nor cash are made or lost.
 */
final class Ledger implements Reports {
    private final Reports next;
    private final Map<List<Long>, Long> open = new HashMap<>();
    private final Map<List<Integer>, Long> positions = new HashMap<>();
    private final Map<Integer, BigInteger> cash = new HashMap<>();
    /** Quantity of the input. */
    private long quantity;
    private long lastTrade;
    private long half;
    private boolean makerBuys;

    Ledger(final Reports next) {
        this.next = next;
    }

    /** Begins an input. */
    void begin(final Input in) {
        quantity = in.quantity();
        makerBuys = (in.terms() & 1) == 1;
    }

    int openOrders() {
        return open.size();
    }

    long position(final int seat, final int instrument) {
        return positions.getOrDefault(List.of(seat, instrument), 0L);
    }

    BigInteger allCash() {
        return cash.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** For a replacement, whose side is that of the order. */
    void makerBuys(final boolean buys) {
        makerBuys = buys;
    }

    @Override
    public void accepted(final int seat, final long id, final long order) {
        check(open.put(List.of((long) seat, id), quantity) == null, "accepted twice", seat, id);
        next.accepted(seat, id, order);
    }

    @Override
    public void rejected(final int seat, final long id, final Refusal refusal) {
        next.rejected(seat, id, refusal);
    }

    @Override
    public void replaced(final int seat, final long id, final long newId, final long order, final long newOpen,
            final boolean placeKept) {
        check(open.remove(List.of((long) seat, id)) != null, "replaced after its end", seat, id);
        check(open.put(List.of((long) seat, newId), newOpen) == null, "replaced by an open order", seat, newId);
        next.replaced(seat, id, newId, order, newOpen, placeKept);
    }

    @Override
    public void reduced(final int seat, final long id, final long removed, final long left) {
        final Long before = open.put(List.of((long) seat, id), left);
        check(before != null && before - removed == left && removed > 0, "reduced wrongly", seat, id);
        next.reduced(seat, id, removed, left);
    }

    @Override
    public void cancelled(final int seat, final long id, final long cancelled, final CancelReason reason) {
        final Long before = open.remove(List.of((long) seat, id));
        check(before != null && before == cancelled, "cancelled wrongly", seat, id);
        next.cancelled(seat, id, cancelled, reason);
    }

    @Override
    public void executed(final int seat, final long id, final int instrument, final long traded, final long price,
            final long trade, final boolean maker, final long left) {
        final List<Long> order = List.of((long) seat, id);
        final Long before = open.remove(order);
        check(before != null && before - traded == left && traded > 0, "executed wrongly", seat, id);
        if (left > 0) {
            open.put(order, left);
        }
        check(trade == lastTrade + (maker ? 1 : 0) && (maker || half == traded), "a trade with one side", seat, id);
        lastTrade = trade;
        half = traded;
        final boolean buys = maker == makerBuys;
        positions.merge(List.of(seat, instrument), buys ? traded : -traded, Long::sum);
        final BigInteger amount = BigInteger.valueOf(price).multiply(BigInteger.valueOf(traded));
        cash.merge(seat, buys ? amount.negate() : amount, BigInteger::add);
        next.executed(seat, id, instrument, traded, price, trade, maker, left);
    }

    @Override
    public void refused(final Request request, final int seat, final long id, final Refusal refusal) {
        next.refused(request, seat, id, refusal);
    }

    private static void check(final boolean condition, final String what, final int seat, final long id) {
        if (!condition) {
            throw new AssertionError(what + ": order " + id + " of seat " + seat);
        }
    }
}
