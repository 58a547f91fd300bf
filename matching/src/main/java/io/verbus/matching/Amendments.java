package io.verbus.matching;

/** Reduces and replaces resting orders. */
final class Amendments {
    private final State state;
    private final Reports reports;
    private final BookChanges changes;
    private final Matcher matcher;
    private final Incoming incoming;
    private final Orders orders;

    Amendments(final State state, final Reports reports, final BookChanges changes, final Matcher matcher,
            final Incoming incoming) {
        this.state = state;
        this.reports = reports;
        this.changes = changes;
        this.matcher = matcher;
        this.incoming = incoming;
        orders = state.orders;
    }

    /** The refusal of a reduction to an open quantity, or null. */
    Refusal refusal(final int entry, final long quantity) {
        final Instrument instrument = state.instruments.get(orders.instrument(entry));
        final Refusal ofQuantity = quantity == 0 ? null : Admission.ofQuantity(instrument, quantity);
        if (ofQuantity != null) {
            return ofQuantity;
        }
        return quantity < orders.open(entry) ? null : Refusal.NOT_A_REDUCTION;
    }

    /** Reduces an order to an open quantity above 0. */
    void reduce(final int entry, final long quantity) {
        final long removed = orders.open(entry) - quantity;
        state.resting.reduce(entry, removed);
        reports.reduced(orders.seat(entry), orders.id(entry), removed, quantity);
        changes.reduced(orders.instrument(entry), orders.number(entry), removed);
    }

    /** Replaces an order that keeps its place and its number. */
    void replaceInPlace(final int entry, final long newId, final long quantity) {
        final int seat = orders.seat(entry);
        final long id = orders.id(entry);
        final long removed = orders.open(entry) - quantity;
        if (removed > 0) {
            state.resting.reduce(entry, removed);
        }
        state.resting.rename(entry, newId);
        state.used.add(seat, newId);
        reports.replaced(seat, id, newId, orders.number(entry), quantity, true);
        if (removed > 0) {
            changes.reduced(orders.instrument(entry), orders.number(entry), removed);
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
        state.resting.end(entry);
        reports.replaced(seat, id, newId, incoming.number, quantity, false);
        if (state.books.crosses(instrument, incoming.side, price)) {
            changes.deleted(instrument, number);
            matcher.match(incoming);
        } else {
            state.resting.add(incoming);
            changes.replaced(instrument, number, incoming.number, price, quantity);
        }
    }
}
