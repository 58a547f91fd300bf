package io.verbus.matching;

/** Matches an incoming order by price-time priority, at the price of the resting order, and rests the remainder. */
final class Matcher {
    private final State state;
    private final Reports reports;
    private final BookChanges changes;
    private final Cancels cancels;
    private final Orders orders;
    private final Levels levels;

    Matcher(final State state, final Reports reports, final BookChanges changes, final Cancels cancels) {
        this.state = state;
        this.reports = reports;
        this.changes = changes;
        this.cancels = cancels;
        orders = state.orders;
        levels = state.books.levels;
    }

    /** Matches an accepted order until it is executed, cancelled or resting. */
    void match(final Incoming order) {
        if (Terms.isFillOrKill(order.terms) && !canFill(order)) {
            reports.cancelled(order.seatNumber, order.id, order.open, CancelReason.FILL_OR_KILL);
            return;
        }
        if (!trade(order)) {
            reports.cancelled(order.seatNumber, order.id, order.open, CancelReason.SELF_TRADE);
        } else if (order.open > 0 && Terms.rests(order.terms)) {
            state.resting.add(order);
            changes.added(order.instrument.number, order.number, order.side, order.price, order.open);
        } else if (order.open > 0) {
            reports.cancelled(order.seatNumber, order.id, order.open, CancelReason.IMMEDIATE_OR_CANCEL);
        }
    }

    /** Whether all of an order would trade, with the same resting orders as in {@link #trade}. */
    private boolean canFill(final Incoming order) {
        final int side = Books.side(order.instrument.number, order.side ^ 1);
        final SelfTrade mode = order.seat.selfTrade;
        long missing = order.open;
        for (int depth = 0; depth < levels.size(side); depth++) {
            final int level = levels.at(side, depth);
            if (!levels.crosses(side, level, order.limit)) {
                return false;
            }
            for (int entry = levels.first(level); entry != Words.NIL; entry = orders.next(entry)) {
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
    private boolean trade(final Incoming order) {
        final int side = Books.side(order.instrument.number, order.side ^ 1);
        final SelfTrade mode = order.seat.selfTrade;
        while (order.open > 0) {
            final int best = levels.best(side);
            if (best == Words.NIL || !levels.crosses(side, best, order.limit)) {
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

    private void execute(final Incoming order, final int entry) {
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
            state.resting.reduce(entry, quantity);
        } else {
            state.resting.end(entry);
        }
        reports.executed(seat, id, instrument, quantity, price, trade, true, resting - quantity);
        reports.executed(order.seatNumber, order.id, instrument, quantity, price, trade, false, order.open);
        changes.executed(instrument, number, quantity, trade);
    }
}
