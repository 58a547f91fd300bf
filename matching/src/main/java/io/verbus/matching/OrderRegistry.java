package io.verbus.matching;

/** Keeps a resting order in all places that know it: book, seat, id table, account. */
final class OrderRegistry {
    private final EngineState state;
    private final OrderPool orders;

    OrderRegistry(final EngineState state) {
        this.state = state;
        orders = state.orders;
    }

    /** Rests the remainder of an incoming order at the end of its price. */
    void add(final IncomingOrder order) {
        final int entry = orders.take(order.number, order.seatNumber, order.id, order.instrument.number, order.terms);
        orders.account(entry, order.account);
        orders.price(entry, order.price);
        orders.open(entry, order.open);
        state.books.append(entry);
        state.ids.add(entry);
        state.accounts.rest(order.account, order.side, order.price, order.open);
        appendToSeat(order.seat, entry);
    }

    /** Reduces an order by less than its open quantity; it keeps its place. */
    void reduce(final int entry, final long quantity) {
        final long open = orders.open(entry) - quantity;
        assert open > 0;
        orders.open(entry, open);
        state.accounts.release(orders.account(entry), Terms.side(orders.terms(entry)), orders.price(entry), quantity);
    }

    /** Changes the id of an order; it keeps its place. */
    void rename(final int entry, final long newId) {
        state.ids.remove(entry);
        orders.id(entry, newId);
        state.ids.add(entry);
    }

    /** Removes an order with all its open quantity. */
    void end(final int entry) {
        final int account = orders.account(entry);
        state.accounts.release(account, Terms.side(orders.terms(entry)), orders.price(entry), orders.open(entry));
        state.accounts.end(account);
        state.books.remove(entry);
        state.ids.remove(entry);
        removeFromSeat(state.seats.get(orders.seat(entry)), entry);
        orders.free(entry);
    }

    /** Appends an order to the list of its seat. Numbers ascend, so the list is in order of arrival. */
    void appendToSeat(final SeatState seat, final int entry) {
        final int last = seat.last;
        if (last == PackedInts.NIL) {
            seat.first = entry;
        } else {
            assert orders.number(last) < orders.number(entry) : "not in order of arrival";
            orders.nextOfSeat(last, entry);
            orders.previousOfSeat(entry, last);
        }
        seat.last = entry;
        seat.open++;
    }

    private void removeFromSeat(final SeatState seat, final int entry) {
        final int previous = orders.previousOfSeat(entry);
        final int next = orders.nextOfSeat(entry);
        seat.open--;
        if (entry == seat.listed) {
            seat.listed = next;
        }
        if (previous == PackedInts.NIL) {
            seat.first = next;
        } else {
            orders.nextOfSeat(previous, next);
        }
        if (next == PackedInts.NIL) {
            seat.last = previous;
        } else {
            orders.previousOfSeat(next, previous);
        }
    }
}
