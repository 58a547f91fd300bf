package io.verbus.matching;

/** The order that is being matched. One object, used again for each. */
final class IncomingOrder {
    long number;
    int seatNumber;
    SeatState seat;
    long id;
    InstrumentState instrument;
    int account;
    int terms;
    int side;
    /** Price at which it would rest. */
    long price;
    /** Worst price at which it trades. */
    long limit;
    /** Quantity that has not traded. */
    long open;

    /** Takes an accepted order; creates seat and account if they are new. */
    void set(final EngineState state, final int newSeat, final long newId, final int newInstrument,
            final int newTerms) {
        number = ++state.lastOrder;
        seatNumber = newSeat;
        seat = state.seats.make(newSeat);
        id = newId;
        instrument = state.instruments.get(newInstrument);
        account = state.accounts.make(newSeat, newInstrument);
        terms = newTerms;
        side = Terms.side(newTerms);
        state.used.add(newSeat, newId);
    }

    /** Its quantity, and its price unless it is a market order. */
    void set(final long newPrice, final long quantity) {
        price = newPrice;
        limit = Terms.isMarket(terms) ? Collar.marketLimit(instrument, seat, side) : newPrice;
        open = quantity;
    }
}
