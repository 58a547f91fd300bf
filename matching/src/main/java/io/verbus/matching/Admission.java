package io.verbus.matching;

/** The checks before matching. They change nothing, except that they take a message out of the seat's bucket. */
final class Admission {
    private final State state;

    Admission(final State state) {
        this.state = state;
    }

    /** The refusal of a new order, or null. */
    Refusal ofOrder(final int seatNumber, final long id, final int instrumentNumber, final int terms,
            final long quantity, final long price) {
        final Refusal ofSender = ofSender(seatNumber);
        if (ofSender != null) {
            return ofSender;
        }
        final Instrument instrument = state.instruments.get(instrumentNumber);
        if (instrument == null) {
            return Refusal.UNKNOWN_INSTRUMENT;
        }
        if (instrument.halted) {
            return Refusal.HALTED;
        }
        if (!Terms.areValid(terms)) {
            return Refusal.TERMS;
        }
        if (state.used.contains(seatNumber, id)) {
            return Refusal.DUPLICATE_ID;
        }
        final Refusal ofSizes = ofSizes(instrument, terms, quantity, price);
        if (ofSizes != null) {
            return ofSizes;
        }
        final Refusal ofRisk = ofRisk(seatNumber, instrument, terms, quantity, price);
        return ofRisk != null ? ofRisk : ofPlace(seatNumber, id, instrument, terms, price);
    }

    /** The refusal of a replacement, or null. */
    Refusal ofReplacement(final int seatNumber, final int entry, final long newId, final long quantity,
            final long price) {
        final Refusal ofSender = ofSender(seatNumber);
        if (ofSender != null) {
            return ofSender;
        }
        if (entry == Words.NIL) {
            return Refusal.UNKNOWN_ORDER;
        }
        final Instrument instrument = state.instruments.get(state.orders.instrument(entry));
        if (instrument.halted) {
            return Refusal.HALTED;
        }
        if (state.used.contains(seatNumber, newId)) {
            return Refusal.DUPLICATE_ID;
        }
        final int terms = state.orders.terms(entry);
        final Refusal ofSizes = ofSizes(instrument, terms, quantity, price);
        if (ofSizes != null) {
            return ofSizes;
        }
        if (keepsPlace(entry, quantity, price)) {
            return state.used.hasRoom(seatNumber, newId) ? null : Refusal.CAPACITY;
        }
        final Refusal ofRisk = ofRisk(instrument, entry, quantity, price);
        return ofRisk != null ? ofRisk : ofNewPlace(seatNumber, newId, instrument, terms, price);
    }

    /** Whether a replacement is a mere reduction. */
    boolean keepsPlace(final int entry, final long quantity, final long price) {
        return price == state.orders.price(entry) && quantity <= state.orders.open(entry);
    }

    private Refusal ofSender(final int seatNumber) {
        if (!Seats.isValid(seatNumber)) {
            return Refusal.UNKNOWN_SEAT;
        }
        final Seat seat = state.seats.get(seatNumber);
        if (state.killed || seat.killed) {
            return Refusal.KILLED;
        }
        return seat.bucket.take(state.nowNs) ? null : Refusal.RATE;
    }

    private static Refusal ofSizes(final Instrument instrument, final int terms, final long quantity,
            final long price) {
        final Refusal ofQuantity = ofQuantity(instrument, quantity);
        if (ofQuantity != null) {
            return ofQuantity;
        }
        if (Terms.isMarket(terms)) {
            return instrument.anchor() == 0 ? Refusal.NO_REFERENCE : null;
        }
        if (price <= 0) {
            return Refusal.INVALID_PRICE;
        }
        return price % instrument.tick == 0 ? null : Refusal.TICK;
    }

    /** The refusal of a quantity, or null. */
    static Refusal ofQuantity(final Instrument instrument, final long quantity) {
        if (quantity <= 0) {
            return Refusal.INVALID_QUANTITY;
        }
        return quantity % instrument.lot == 0 ? null : Refusal.LOT;
    }

    private Refusal ofRisk(final int seatNumber, final Instrument instrument, final int terms, final long quantity,
            final long price) {
        final Seat seat = state.seats.get(seatNumber);
        final boolean isMarket = Terms.isMarket(terms);
        final long counted = isMarket ? Collar.marketPrice(instrument, seat) : price;
        final Refusal ofOrder = ofOrderLimits(seat, instrument, quantity, counted, isMarket);
        if (ofOrder != null) {
            return ofOrder;
        }
        final int account = state.accounts.find(seatNumber, instrument.number);
        if (state.accounts.openOrders(account) >= seat.limit(Limit.OPEN_ORDERS)) {
            return Refusal.OPEN_ORDERS;
        }
        return ofOpenLimits(seat, account, Terms.side(terms), counted * quantity, quantity);
    }

    /** Only the part that a replacement adds is compared with the limits of the open amounts. */
    private Refusal ofRisk(final Instrument instrument, final int entry, final long quantity, final long price) {
        final Orders orders = state.orders;
        final Seat seat = state.seats.get(orders.seat(entry));
        final Refusal ofOrder = ofOrderLimits(seat, instrument, quantity, price, false);
        if (ofOrder != null) {
            return ofOrder;
        }
        final long open = orders.open(entry);
        return ofOpenLimits(seat, orders.account(entry), Terms.side(orders.terms(entry)),
                price * quantity - orders.price(entry) * open, quantity - open);
    }

    private static Refusal ofOrderLimits(final Seat seat, final Instrument instrument, final long quantity,
            final long price, final boolean isMarket) {
        if (quantity > seat.limit(Limit.QUANTITY)) {
            return Refusal.MAX_QUANTITY;
        }
        if (!isMarket && !Collar.contains(instrument, seat, price)) {
            return Refusal.COLLAR;
        }
        final long notional = price * quantity;
        final boolean fits = Math.multiplyHigh(price, quantity) == 0 && notional >= 0;
        return fits && notional <= seat.limit(Limit.NOTIONAL) ? null : Refusal.MAX_NOTIONAL;
    }

    private Refusal ofOpenLimits(final Seat seat, final int account, final int side, final long addedNotional,
            final long addedQuantity) {
        final Accounts accounts = state.accounts;
        if (exceeds(accounts.openNotional(account), addedNotional, seat.limit(Limit.OPEN_NOTIONAL))) {
            return Refusal.OPEN_NOTIONAL;
        }
        return exceeds(accounts.worst(account, side), addedQuantity, seat.limit(Limit.POSITION))
                ? Refusal.POSITION
                : null;
    }

    /** Whether something is added to an amount, and the sum is above the limit; without overflow. */
    private static boolean exceeds(final long amount, final long added, final long limit) {
        return added > 0 && amount > limit - added;
    }

    private Refusal ofPlace(final int seatNumber, final long id, final Instrument instrument, final int terms,
            final long price) {
        final Refusal ofNewPlace = ofNewPlace(seatNumber, id, instrument, terms, price);
        final boolean isFull = Terms.rests(terms) && state.orders.size() >= state.maxOrders;
        return ofNewPlace == null && isFull ? Refusal.CAPACITY : ofNewPlace;
    }

    private Refusal ofNewPlace(final int seatNumber, final long id, final Instrument instrument, final int terms,
            final long price) {
        if (Terms.isPostOnly(terms) && state.books.crosses(instrument.number, Terms.side(terms), price)) {
            return Refusal.WOULD_TRADE;
        }
        return state.used.hasRoom(seatNumber, id) ? null : Refusal.CAPACITY;
    }
}
