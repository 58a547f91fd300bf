package io.verbus.matching;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Orders and positions of each seat, kept from the reports alone. */
final class SeatLedger implements Reports {
    private record Order(int side, long open) {}

    final ReportDigest digest = new ReportDigest(0);
    private final Map<List<Long>, Order> orders = new HashMap<>();
    /** By seat and instrument. */
    private final Map<List<Integer>, Long> positions = new HashMap<>();
    private final Map<Integer, Long> sums = new HashMap<>();
    /** Side of a taker, which is that of the input or of the order that it replaces. */
    private int side;
    private long quantity;

    /** An input begins. */
    void begin(final int terms, final long newQuantity) {
        side = terms & 1;
        quantity = newQuantity;
    }

    int openOrders() {
        return orders.size();
    }

    /** Compares a resting order. */
    void checkOpen(final int seat, final long id, final long open, final int ofSide) {
        same(new Order(ofSide, open), orders.get(List.of((long) seat, id)), "resting order " + id + " of seat " + seat);
    }

    /** Compares the positions of all seats that have traded; those of an instrument add up to 0. */
    void checkPositions(final Engine engine) {
        positions.forEach((account, position) -> same((long) position, engine.position(account.get(0), account.get(1)),
                "position of seat and instrument " + account));
        sums.forEach((instrument, sum) -> same(0, (long) sum, "sum of the positions in " + instrument));
    }

    private Order end(final int seat, final long id, final long open, final String how) {
        final Order order = orders.remove(List.of((long) seat, id));
        check(order != null && order.open == open, how + " of order " + id + " of seat " + seat + " with " + open
                + " open, by the reports before " + order);
        return order;
    }

    private void open(final int seat, final long id, final Order order) {
        check(order.open > 0 && orders.put(List.of((long) seat, id), order) == null, "id " + id + " is open already");
    }

    @Override
    public void accepted(final int seat, final long id, final long order) {
        digest.accepted(seat, id, order);
        open(seat, id, new Order(side, quantity));
    }

    @Override
    public void rejected(final int seat, final long id, final RefusalCode refusal) {
        digest.rejected(seat, id, refusal);
        check(!refusal.text().isEmpty(), "no text");
    }

    @Override
    public void replaced(final int seat, final long id, final long newId, final long order, final long left,
            final boolean placeKept) {
        digest.replaced(seat, id, newId, order, left, placeKept);
        final Order old = orders.remove(List.of((long) seat, id));
        check(old != null, "replaced after its end");
        side = old.side;
        open(seat, newId, new Order(side, left));
    }

    @Override
    public void reduced(final int seat, final long id, final long removed, final long left) {
        digest.reduced(seat, id, removed, left);
        check(removed > 0, "reduced by " + removed);
        open(seat, id, new Order(end(seat, id, left + removed, "reduction").side, left));
    }

    @Override
    public void cancelled(final int seat, final long id, final long left, final CancelReason reason) {
        digest.cancelled(seat, id, left, reason);
        end(seat, id, left, "cancel");
    }

    @Override
    public void executed(final int seat, final long id, final int instrument, final long traded, final long price,
            final long trade, final boolean maker, final long left) {
        digest.executed(seat, id, instrument, traded, price, trade, maker, left);
        final Order order = end(seat, id, left + traded, "trade");
        check(traded > 0 && price > 0 && order.side == (maker ? side ^ 1 : side), "a trade of the wrong side");
        if (left > 0) {
            open(seat, id, new Order(order.side, left));
        }
        final long bought = order.side == Terms.BUY ? traded : -traded;
        positions.merge(List.of(seat, instrument), bought, Long::sum);
        sums.merge(instrument, bought, Long::sum);
    }

    @Override
    public void refused(final RequestKind request, final int seat, final long id, final RefusalCode refusal) {
        digest.refused(request, seat, id, refusal);
        check(!refusal.text().isEmpty(), "no text");
    }
}
