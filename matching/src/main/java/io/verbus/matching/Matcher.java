package io.verbus.matching;

/** Matches an incoming order by price-time priority, at the price of the resting order, and rests the remainder. */
final class Matcher {
    private final EngineState state;
    private final Reports reports;
    private final BookEvents events;
    private final Cancels cancels;
    private final OrderPool orders;
    private final Levels levels;

    Matcher(final EngineState state, final Reports reports, final BookEvents events, final Cancels cancels) {
        this.state = state;
        this.reports = reports;
        this.events = events;
        this.cancels = cancels;
        orders = state.orders;
        levels = state.books.levels;
    }

    /** Matches an accepted order until it is executed, cancelled or resting. */
    void match(final IncomingOrder order) {
        if (Terms.isFillOrKill(order.terms) && !canFill(order)) {
            reports.cancelled(order.seatNumber, order.id, order.open, CancelReason.FILL_OR_KILL);
            return;
        }
        if (!trade(order)) {
            reports.cancelled(order.seatNumber, order.id, order.open, CancelReason.SELF_TRADE);
        } else if (order.open > 0 && Terms.rests(order.terms)) {
            state.registry.add(order);
            events.added(order.instrument.number, order.number, order.side, order.price, order.open);
        } else if (order.open > 0) {
            reports.cancelled(order.seatNumber, order.id, order.open, CancelReason.IMMEDIATE_OR_CANCEL);
        }
    }

    /** Whether all of an order would trade, with the same resting orders as in {@link #trade}. */
    private boolean canFill(final IncomingOrder order) {
        final int side = OrderBooks.side(order.instrument.number, order.side ^ 1);
        final SelfTrade mode = order.seat.selfTrade;
        long missing = order.open;
        for (int depth = 0; depth < levels.size(side); depth++) {
            final int level = levels.at(side, depth);
            if (!levels.crosses(side, level, order.limit)) {
                return false;
            }
            for (int entry = levels.first(level); entry != PackedInts.NIL; entry = orders.next(entry)) {
                final boolean isOwn = mode != SelfTrade.ALLOW && orders.seat(entry) == order.seatNumber;
                if (isOwn && mode != SelfTrade.RESTING) {
                    return false;
                }
                missing -= isOwn ? 0 : Math.min(missing, orders.open(entry));
                if (missing == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Trades as much as possible; false if self-trade prevention ends the order. */
    private boolean trade(final IncomingOrder order) {
        final int side = OrderBooks.side(order.instrument.number, order.side ^ 1);
        final SelfTrade mode = order.seat.selfTrade;
        while (order.open > 0) {
            final int best = levels.best(side);
            if (best == PackedInts.NIL || !levels.crosses(side, best, order.limit)) {
                return true;
            }
            final int entry = levels.first(best);
            if (mode == SelfTrade.ALLOW || orders.seat(entry) != order.seatNumber) {
                execute(order, entry);
                continue;
            }
            if (mode != SelfTrade.INCOMING) {
                cancels.cancel(entry, CancelReason.SELF_TRADE);
            }
            if (mode != SelfTrade.RESTING) {
                return false;
            }
        }
        return true;
    }

    private void execute(final IncomingOrder order, final int entry) {
        final int seat = orders.seat(entry);
        final long id = orders.id(entry);
        final long number = orders.number(entry);
        final long price = orders.price(entry);
        final long resting = orders.open(entry);
        final long quantity = Math.min(order.open, resting);
        final int instrument = order.instrument.number;
        final long trade = ++state.lastTrade;
        order.instrument.last = price;
        order.open -= quantity;
        state.accounts.trade(orders.account(entry), order.side ^ 1, quantity);
        state.accounts.trade(order.account, order.side, quantity);
        if (quantity < resting) {
            state.registry.reduce(entry, quantity);
        } else {
            state.registry.end(entry);
        }
        reports.executed(seat, id, instrument, quantity, price, trade, true, resting - quantity);
        reports.executed(order.seatNumber, order.id, instrument, quantity, price, trade, false, order.open);
        events.executed(instrument, number, quantity, trade);
    }
}
