package io.verbus.matching;

/** The checks before matching. They change nothing, except that they take a message out of the seat's bucket. */
final class Admission {
    private final EngineState state;

    Admission(final EngineState state) {
        this.state = state;
    }

    /** The refusal of a new order, or null. */
    RefusalCode ofOrder(final int seatNumber, final long id, final int instrumentNumber, final int terms,
            final long quantity, final long price) {
        final RefusalCode ofSender = ofSender(seatNumber);
        if (ofSender != null) {
            return ofSender;
        }
        final InstrumentState instrument = state.instruments.get(instrumentNumber);
        if (instrument == null) {
            return RefusalCode.UNKNOWN_INSTRUMENT;
        }
        if (instrument.halted) {
            return RefusalCode.HALTED;
        }
        if (!Terms.areValid(terms)) {
            return RefusalCode.TERMS;
        }
        if (state.used.contains(seatNumber, id)) {
            return RefusalCode.DUPLICATE_ID;
        }
        final RefusalCode ofSizes = ofSizes(instrument, terms, quantity, price);
        if (ofSizes != null) {
            return ofSizes;
        }
        final RefusalCode ofRisk = ofRisk(seatNumber, instrument, terms, quantity, price);
        return ofRisk != null ? ofRisk : ofPlace(seatNumber, id, instrument, terms, price);
    }

    /** The refusal of a replacement, or null. */
    RefusalCode ofReplacement(final int seatNumber, final int entry, final long newId, final long quantity,
            final long price) {
        final RefusalCode ofSender = ofSender(seatNumber);
        if (ofSender != null) {
            return ofSender;
        }
        if (entry == PackedInts.NIL) {
            return RefusalCode.UNKNOWN_ORDER;
        }
        final InstrumentState instrument = state.instruments.get(state.orders.instrument(entry));
        if (instrument.halted) {
            return RefusalCode.HALTED;
        }
        if (state.used.contains(seatNumber, newId)) {
            return RefusalCode.DUPLICATE_ID;
        }
        final int terms = state.orders.terms(entry);
        final RefusalCode ofSizes = ofSizes(instrument, terms, quantity, price);
        if (ofSizes != null) {
            return ofSizes;
        }
        if (keepsPlace(entry, quantity, price)) {
            return state.used.hasRoom(seatNumber, newId) ? null : RefusalCode.CAPACITY;
        }
        final RefusalCode ofRisk = ofRisk(instrument, entry, quantity, price);
        return ofRisk != null ? ofRisk : ofNewPlace(seatNumber, newId, instrument, terms, price);
    }

    /** Whether a replacement is a mere reduction. */
    boolean keepsPlace(final int entry, final long quantity, final long price) {
        return price == state.orders.price(entry) && quantity <= state.orders.open(entry);
    }

    private RefusalCode ofSender(final int seatNumber) {
        if (!Seats.isValid(seatNumber)) {
            return RefusalCode.UNKNOWN_SEAT;
        }
        final SeatState seat = state.seats.get(seatNumber);
        if (state.killed || seat.killed) {
            return RefusalCode.KILLED;
        }
        return seat.bucket.take(state.nowNs) ? null : RefusalCode.RATE;
    }

    private static RefusalCode ofSizes(final InstrumentState instrument, final int terms, final long quantity,
            final long price) {
        final RefusalCode ofQuantity = ofQuantity(instrument, quantity);
        if (ofQuantity != null) {
            return ofQuantity;
        }
        if (Terms.isMarket(terms)) {
            return instrument.anchor() == 0 ? RefusalCode.NO_REFERENCE : null;
        }
        if (price <= 0) {
            return RefusalCode.INVALID_PRICE;
        }
        return price % instrument.tick == 0 ? null : RefusalCode.TICK;
    }

    /** The refusal of a quantity, or null. */
    static RefusalCode ofQuantity(final InstrumentState instrument, final long quantity) {
        if (quantity <= 0) {
            return RefusalCode.INVALID_QUANTITY;
        }
        return quantity % instrument.lot == 0 ? null : RefusalCode.LOT;
    }

    private RefusalCode ofRisk(final int seatNumber, final InstrumentState instrument, final int terms,
            final long quantity,
            final long price) {
        final SeatState seat = state.seats.get(seatNumber);
        final boolean isMarket = Terms.isMarket(terms);
        final long counted = isMarket ? Collar.marketPrice(instrument, seat) : price;
        final RefusalCode ofOrder = ofOrderLimits(seat, instrument, quantity, counted, isMarket);
        if (ofOrder != null) {
            return ofOrder;
        }
        final int account = state.accounts.find(seatNumber, instrument.number);
        if (state.accounts.openOrders(account) >= seat.limit(Limit.OPEN_ORDERS)) {
            return RefusalCode.OPEN_ORDERS;
        }
        return ofOpenLimits(seat, account, Terms.side(terms), counted * quantity, quantity);
    }

    /** Only the part that a replacement adds is compared with the limits of the open amounts. */
    private RefusalCode ofRisk(final InstrumentState instrument, final int entry, final long quantity,
            final long price) {
        final OrderPool orders = state.orders;
        final SeatState seat = state.seats.get(orders.seat(entry));
        final RefusalCode ofOrder = ofOrderLimits(seat, instrument, quantity, price, false);
        if (ofOrder != null) {
            return ofOrder;
        }
        final long open = orders.open(entry);
        return ofOpenLimits(seat, orders.account(entry), Terms.side(orders.terms(entry)),
                price * quantity - orders.price(entry) * open, quantity - open);
    }

    private static RefusalCode ofOrderLimits(final SeatState seat, final InstrumentState instrument,
            final long quantity, final long price, final boolean isMarket) {
        if (quantity > seat.limit(Limit.QUANTITY)) {
            return RefusalCode.MAX_QUANTITY;
        }
        if (!isMarket && !Collar.contains(instrument, seat, price)) {
            return RefusalCode.COLLAR;
        }
        final long notional = price * quantity;
        final boolean fits = Math.multiplyHigh(price, quantity) == 0 && notional >= 0;
        return fits && notional <= seat.limit(Limit.NOTIONAL) ? null : RefusalCode.MAX_NOTIONAL;
    }

    private RefusalCode ofOpenLimits(final SeatState seat, final int account, final int side, final long addedNotional,
            final long addedQuantity) {
        final Accounts accounts = state.accounts;
        if (exceeds(accounts.openNotional(account), addedNotional, seat.limit(Limit.OPEN_NOTIONAL))) {
            return RefusalCode.OPEN_NOTIONAL;
        }
        return exceeds(accounts.worst(account, side), addedQuantity, seat.limit(Limit.POSITION))
                ? RefusalCode.POSITION
                : null;
    }

    /** Whether something is added to an amount, and the sum is above the limit; without overflow. */
    private static boolean exceeds(final long amount, final long added, final long limit) {
        return added > 0 && amount > limit - added;
    }

    private RefusalCode ofPlace(final int seatNumber, final long id, final InstrumentState instrument, final int terms,
            final long price) {
        final RefusalCode ofNewPlace = ofNewPlace(seatNumber, id, instrument, terms, price);
        if (ofNewPlace != null) {
            return ofNewPlace;
        }
        final boolean isFull = Terms.rests(terms) && state.orders.size() >= state.capacity.orders();
        return isFull || !state.accounts.hasRoom(seatNumber, instrument.number) ? RefusalCode.CAPACITY : null;
    }

    private RefusalCode ofNewPlace(final int seatNumber, final long id, final InstrumentState instrument,
            final int terms,
            final long price) {
        if (Terms.isPostOnly(terms) && state.books.crosses(instrument.number, Terms.side(terms), price)) {
            return RefusalCode.WOULD_TRADE;
        }
        return state.used.hasRoom(seatNumber, id) ? null : RefusalCode.CAPACITY;
    }
}
