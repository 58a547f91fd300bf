package io.verbus.matching.model;

import io.verbus.matching.CancelReason;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.Reports;
import io.verbus.matching.RequestKind;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The accounts of the seats, kept from the reports alone. Each order ends once, its quantity is accounted for, each
 * trade has two sides, and neither shares nor cash are made or lost.
 */
final class Ledger implements Reports {
    private final Reports next;
    private final Map<List<Long>, Long> open = new HashMap<>();
    private final Map<List<Integer>, Long> positions = new HashMap<>();
    /** Sum of the positions of each instrument, unless it is 0. */
    private final Map<Integer, Long> sums = new HashMap<>();
    /** Seats and instruments that traded in this input. */
    private final Set<List<Integer>> traded = new LinkedHashSet<>();
    /** Quantity of the input. */
    private long quantity;
    private long lastTrade;
    private long half;
    private boolean makerBuys;
    /** Cash of all seats. */
    private BigInteger cash = BigInteger.ZERO;

    Ledger(final Reports next) {
        this.next = next;
    }

    /** Begins an input. */
    void begin(final ModelInput in) {
        quantity = in.quantity();
        traded.clear();
        makerBuys = (in.terms() & 1) == 1;
    }

    int openOrders() {
        return open.size();
    }

    long position(final int seat, final int instrument) {
        return positions.getOrDefault(List.of(seat, instrument), 0L);
    }

    /** Each trade moves shares and cash from one seat to another: their sums over all seats stay 0. */
    boolean isBalanced() {
        return cash.signum() == 0 && sums.isEmpty();
    }

    /** Seats and instruments that traded in this input. */
    Set<List<Integer>> traded() {
        return traded;
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
    public void rejected(final int seat, final long id, final RefusalCode refusal) {
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
    public void executed(final int seat, final long id, final int instrument, final long shares, final long price,
            final long trade, final boolean maker, final long left) {
        final List<Long> order = List.of((long) seat, id);
        final Long before = open.remove(order);
        check(before != null && before - shares == left && shares > 0, "executed wrongly", seat, id);
        if (left > 0) {
            open.put(order, left);
        }
        check(trade == lastTrade + (maker ? 1 : 0) && (maker || half == shares), "a trade with one side", seat, id);
        lastTrade = trade;
        half = shares;
        final boolean buys = maker == makerBuys;
        final long bought = buys ? shares : -shares;
        final List<Integer> account = List.of(seat, instrument);
        traded.add(account);
        positions.merge(account, bought, Long::sum);
        sums.merge(instrument, bought, (one, other) -> one + other == 0 ? null : Long.valueOf(one + other));
        cash = cash.subtract(BigInteger.valueOf(price).multiply(BigInteger.valueOf(bought)));
        next.executed(seat, id, instrument, shares, price, trade, maker, left);
    }

    @Override
    public void refused(final RequestKind request, final int seat, final long id, final RefusalCode refusal) {
        next.refused(request, seat, id, refusal);
    }

    private static void check(final boolean condition, final String what, final int seat, final long id) {
        if (!condition) {
            throw new AssertionError(what + ": order " + id + " of seat " + seat);
        }
    }
}
