package io.verbus.matching;

/** Cancels resting orders, one or many, each with a report of its own and in order of arrival. */
final class Cancels {
    private final EngineState state;
    private final Reports reports;
    private final BookEvents events;
    private final ArrivalMerge arrivals;

    Cancels(final EngineState state, final Reports reports, final BookEvents events) {
        this.state = state;
        this.reports = reports;
        this.events = events;
        arrivals = new ArrivalMerge(state);
    }

    /** Cancels an order. */
    void cancel(final int entry, final CancelReason reason) {
        final OrderPool orders = state.orders;
        final int seat = orders.seat(entry);
        final long id = orders.id(entry);
        final int instrument = orders.instrument(entry);
        final long number = orders.number(entry);
        final long open = orders.open(entry);
        state.registry.end(entry);
        reports.cancelled(seat, id, open, reason);
        events.deleted(instrument, number);
    }

    /** Cancels all orders of a seat. */
    void ofSeat(final int seat, final CancelReason reason) {
        int entry = state.seats.get(seat).first;
        while (entry != PackedInts.NIL) {
            final int next = state.orders.nextOfSeat(entry);
            cancel(entry, reason);
            entry = next;
        }
    }

    /** Cancels all orders of a seat in an instrument. */
    void ofSeat(final int seat, final int instrument, final CancelReason reason) {
        int entry = state.seats.get(seat).first;
        while (entry != PackedInts.NIL) {
            final int next = state.orders.nextOfSeat(entry);
            if (state.orders.instrument(entry) == instrument) {
                cancel(entry, reason);
            }
            entry = next;
        }
    }

    /** Cancels all orders. */
    void all(final CancelReason reason) {
        arrivals.start();
        for (int entry = arrivals.next(); entry != PackedInts.NIL; entry = arrivals.next()) {
            cancel(entry, reason);
        }
    }

    /** Ends the day: cancels day orders; only ids and accounts of the other orders, and positions, stay in use. */
    void endDay() {
        state.used.clear();
        arrivals.start();
        for (int entry = arrivals.next(); entry != PackedInts.NIL; entry = arrivals.next()) {
            if (Terms.isDay(state.orders.terms(entry))) {
                cancel(entry, CancelReason.END_OF_DAY);
            } else {
                state.used.add(state.orders.seat(entry), state.orders.id(entry));
            }
        }
        state.accounts.freeEmpty();
        arrivals.start();
        for (int entry = arrivals.next(); entry != PackedInts.NIL; entry = arrivals.next()) {
            state.orders.account(entry, state.accounts.moved(state.orders.account(entry)));
        }
    }
}
