package io.verbus.matching;

/** Reduces and replaces resting orders. */
final class Amendments {
    private final EngineState state;
    private final Reports reports;
    private final BookEvents events;
    private final Matcher matcher;
    private final IncomingOrder incoming;
    private final OrderPool orders;

    Amendments(final EngineState state, final Reports reports, final BookEvents events, final Matcher matcher,
            final IncomingOrder incoming) {
        this.state = state;
        this.reports = reports;
        this.events = events;
        this.matcher = matcher;
        this.incoming = incoming;
        orders = state.orders;
    }

    /** The refusal of a reduction to an open quantity, or null. */
    RefusalCode refusal(final int entry, final long quantity) {
        final InstrumentState instrument = state.instruments.get(orders.instrument(entry));
        final RefusalCode ofQuantity = quantity == 0 ? null : Admission.ofQuantity(instrument, quantity);
        if (ofQuantity != null) {
            return ofQuantity;
        }
        return quantity < orders.open(entry) ? null : RefusalCode.NOT_A_REDUCTION;
    }

    /** Reduces an order to an open quantity above 0. */
    void reduce(final int entry, final long quantity) {
        final long removed = orders.open(entry) - quantity;
        state.registry.reduce(entry, removed);
        reports.reduced(orders.seat(entry), orders.id(entry), removed, quantity);
        events.reduced(orders.instrument(entry), orders.number(entry), removed);
    }

    /** Replaces an order that keeps its place and its number. */
    void replaceInPlace(final int entry, final long newId, final long quantity) {
        final int seat = orders.seat(entry);
        final long id = orders.id(entry);
        final long removed = orders.open(entry) - quantity;
        if (removed > 0) {
            state.registry.reduce(entry, removed);
        }
        state.registry.rename(entry, newId);
        state.used.add(seat, newId);
        reports.replaced(seat, id, newId, orders.number(entry), quantity, true);
        if (removed > 0) {
            events.reduced(orders.instrument(entry), orders.number(entry), removed);
        }
    }

    /** Replaces an order by a new arrival, which is matched. */
    void replaceByArrival(final int entry, final long newId, final long quantity, final long price) {
        final int seat = orders.seat(entry);
        final long id = orders.id(entry);
        final long number = orders.number(entry);
        final int instrument = orders.instrument(entry);
        incoming.set(state, seat, newId, instrument, orders.terms(entry));
        incoming.set(price, quantity);
        state.registry.end(entry);
        reports.replaced(seat, id, newId, incoming.number, quantity, false);
        if (state.books.crosses(instrument, incoming.side, price)) {
            events.deleted(instrument, number);
            matcher.match(incoming);
        } else {
            state.registry.add(incoming);
            events.replaced(instrument, number, incoming.number, price, quantity);
        }
    }
}
