package io.verbus.matching;

/** The books of all instruments: price levels, each a list of orders in order of arrival. */
final class OrderBooks {
    final Levels levels;
    private final OrderPool orders;

    OrderBooks(final OrderPool orders, final int maxOrders) {
        this.orders = orders;
        levels = new Levels(maxOrders);
    }

    /** Number of a book side. */
    static int side(final int instrument, final int side) {
        return instrument << 1 | side;
    }

    /** Adds an order at the end of its price. */
    void append(final int entry) {
        final int side = sideOf(entry);
        final long price = orders.price(entry);
        final int level = levels.find(side, price);
        if (level == PackedInts.NIL) {
            levels.insert(side, price, entry);
            return;
        }
        final int last = levels.last(level);
        orders.next(last, entry);
        orders.previous(entry, last);
        levels.last(level, entry);
    }

    /** Removes an order, and its level if it was alone there. */
    void remove(final int entry) {
        final int previous = orders.previous(entry);
        final int next = orders.next(entry);
        if (previous != PackedInts.NIL) {
            orders.next(previous, next);
        }
        if (next != PackedInts.NIL) {
            orders.previous(next, previous);
        }
        if (previous == PackedInts.NIL || next == PackedInts.NIL) {
            removeEnd(entry, previous, next);
        }
    }

    private void removeEnd(final int entry, final int previous, final int next) {
        final int side = sideOf(entry);
        final int level = levels.find(side, orders.price(entry));
        if (previous == next) {
            levels.remove(side, level);
        } else if (previous == PackedInts.NIL) {
            levels.first(level, next);
        } else {
            levels.last(level, previous);
        }
    }

    /** Whether an order of this side and price would meet a resting order. */
    boolean crosses(final int instrument, final int side, final long price) {
        final int opposite = side(instrument, side ^ 1);
        final int best = levels.best(opposite);
        return best != PackedInts.NIL && levels.crosses(opposite, best, price);
    }

    private int sideOf(final int entry) {
        return side(orders.instrument(entry), Terms.side(orders.terms(entry)));
    }

    /** Visits the orders of an instrument: buy orders first, the best price first, at a price in order of place. */
    void visit(final int instrument, final OrderVisitor visitor) {
        for (int side = Terms.BUY; side <= Terms.SELL; side++) {
            final int bookSide = side(instrument, side);
            for (int depth = 0; depth < levels.size(bookSide); depth++) {
                final int level = levels.at(bookSide, depth);
                for (int entry = levels.first(level); entry != PackedInts.NIL; entry = orders.next(entry)) {
                    visitor.order(instrument, side, orders.price(entry), orders.number(entry), orders.seat(entry),
                            orders.id(entry), orders.open(entry));
                }
            }
        }
    }
}
