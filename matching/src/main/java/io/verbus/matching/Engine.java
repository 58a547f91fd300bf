package io.verbus.matching;

import java.util.Objects;

/**
 * A matching engine with price-time priority and risk checks, for any number of instruments and seats.
 *
 * <p>Number and time of an input belong to its envelope, which is written by the sequencer of the inputs, not by a
 * client: each input, also a refused one, has the next number from 1, and sets the clock of the engine to its time. The
 * time is in ns, from any origin that makes it 0 or more; a time below the latest one counts as that. The same
 * settings and inputs give the same outputs in every JVM.
 *
 * <p>All else of an input is not trusted: whatever its values, it is answered or refused, and a refused input changes
 * nothing else, except the message rate of its seat: it has the effect of {@link #time}. Settings are not inputs, but
 * part of the state: their effect depends on the place between inputs at which they are made.
 *
 * <p>Prices and quantities are in units of the user, 1 to {@link Long#MAX_VALUE}. For one thread. Nothing is allocated
 * once the arrays have grown to the size of the books. docs/reference/matching.md has all rules.
 */
public final class Engine {
    /** Seats are numbered from 0 to this. */
    public static final int MAX_SEAT = (1 << 16) - 1;
    /** Instruments are numbered from 0 to this. */
    public static final int MAX_INSTRUMENT = (1 << 20) - 1;
    /** The highest message rate per second, and the largest burst. */
    public static final long MAX_RATE = TokenBucket.MOST;

    private static final int NO_SEAT = -1;

    private final EngineState state;
    private final Reports reports;
    private final Admission admission;
    private final Cancels cancels;
    private final Matcher matcher;
    private final Amendments amendments;
    private final IncomingOrder incoming = new IncomingOrder();
    /** True while an input is handled; stays true if a listener throws, as the state is incomplete then. */
    private boolean busy;

    /**
     * An engine without instruments.
     *
     * @param capacity the most that it holds; inputs that need more are refused
     * @param hashSeed seed of the tables of order ids, secret to clients: with it they could choose ids that make
     *         searches slow. It affects neither outputs nor state
     * @param reports receives the reports to seats
     * @param events receives the changes of the books
     */
    public Engine(final EngineCapacity capacity, final long hashSeed, final Reports reports, final BookEvents events) {
        this(new EngineState(Objects.requireNonNull(capacity, "no capacity"), hashSeed), reports, events);
    }

    private Engine(final EngineState state, final Reports reports, final BookEvents events) {
        this.state = state;
        this.reports = Objects.requireNonNull(reports, "no listener for reports");
        Objects.requireNonNull(events, "no listener for book changes");
        admission = new Admission(state);
        cancels = new Cancels(state, reports, events);
        matcher = new Matcher(state, reports, events, cancels);
        amendments = new Amendments(state, reports, events, matcher, incoming);
    }

    /**
     * An engine with the state of another: it has the same {@link #hash()} and continues with the same outputs.
     *
     * @param copy made by {@link #copy()}
     * @param hashSeed seed of the tables of order ids, as in the constructor; not part of the copy
     * @param reports receives the reports to seats
     * @param events receives the changes of the books
     * @return the engine
     * @throws IllegalArgumentException if the copy is damaged
     */
    public static Engine of(final long[] copy, final long hashSeed, final Reports reports, final BookEvents events) {
        return new Engine(StateCopy.read(copy, hashSeed), reports, events);
    }

    /**
     * Defines an instrument.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENT}, not yet defined
     * @param tick prices are multiples of it, 1 or more
     * @param lot quantities are multiples of it, 1 or more
     * @param reference price around which the collar is before the first trade; 0 for none
     * @throws IllegalArgumentException if a value is out of range or the instrument exists
     */
    public void defineInstrument(final int instrument, final long tick, final long lot, final long reference) {
        requireIdle();
        SettingChecks.define(state, instrument, tick, lot, reference);
    }

    /**
     * Sets the collar of an instrument. It applies beside that of a seat, {@link Limit#COLLAR}: the narrower counts.
     *
     * @param instrument a defined instrument
     * @param millionths greatest distance from the last trade, 0 or more; {@link Long#MAX_VALUE} for no collar
     * @throws IllegalArgumentException if there is no such instrument or the value is negative
     */
    public void setCollar(final int instrument, final long millionths) {
        requireIdle();
        SettingChecks.collar(state, instrument, millionths);
    }

    /**
     * Sets a limit of a seat. A limit may be set below the open amount: that stays, and additions to it are refused.
     *
     * @param seat 0 to {@link #MAX_SEAT}
     * @param limit which one
     * @param value 0 or more; {@link Long#MAX_VALUE} for no limit
     * @throws IllegalArgumentException if a value is out of range
     */
    public void setLimit(final int seat, final Limit limit, final long value) {
        requireIdle();
        SettingChecks.seat(state, seat).limit(limit, SettingChecks.inRange("limit " + limit, value, 0, Long.MAX_VALUE));
    }

    /**
     * Limits the rate of new orders and replacements of a seat by a token bucket, full at first, on the time of inputs.
     *
     * @param seat 0 to {@link #MAX_SEAT}
     * @param perSecond messages per second, 1 to {@link #MAX_RATE}; 0 for no limit
     * @param burst messages that the bucket holds, 1 to {@link #MAX_RATE}
     * @throws IllegalArgumentException if a value is out of range
     */
    public void setRate(final int seat, final long perSecond, final long burst) {
        requireIdle();
        SettingChecks.seat(state, seat).bucket.set(SettingChecks.inRange("message rate", perSecond, 0, MAX_RATE),
                SettingChecks.inRange("burst", burst, 1, MAX_RATE), state.nowNs);
    }

    /**
     * Sets the treatment of an incoming order of a seat that meets a resting order of the same seat. The default is
     * {@link SelfTrade#ALLOW}.
     *
     * @param seat 0 to {@link #MAX_SEAT}
     * @param mode the treatment
     * @throws IllegalArgumentException if there is no such seat
     */
    public void setSelfTrade(final int seat, final SelfTrade mode) {
        requireIdle();
        SettingChecks.seat(state, seat).selfTrade = Objects.requireNonNull(mode, "no mode of self-trade prevention");
    }

    /**
     * Sets whether the orders of a seat are cancelled when it disconnects. The default is false.
     *
     * @param seat 0 to {@link #MAX_SEAT}
     * @param cancels true to cancel them
     * @throws IllegalArgumentException if there is no such seat
     */
    public void setCancelOnDisconnect(final int seat, final boolean cancels) {
        requireIdle();
        SettingChecks.seat(state, seat).cancelsOnDisconnect = cancels;
    }

    /**
     * Input: a new order.
     *
     * @param timeNs time of the input
     * @param seat of the order
     * @param id client order id, any value that the seat has not used on this day
     * @param instrument of the order
     * @param terms a combination of {@link Terms}
     * @param quantity of the order
     * @param price of the order; ignored for a market order
     */
    public void newOrder(final long timeNs, final int seat, final long id, final int instrument, final int terms,
            final long quantity, final long price) {
        begin(timeNs);
        final RefusalCode refusal = admission.ofOrder(seat, id, instrument, terms, quantity, price);
        if (refusal == null) {
            incoming.set(state, seat, id, instrument, terms);
            incoming.set(price, quantity);
            reports.accepted(seat, id, incoming.number);
            matcher.match(incoming);
        } else {
            reports.rejected(seat, id, refusal);
        }
        busy = false;
    }

    /**
     * Input: cancels an order.
     *
     * @param timeNs time of the input
     * @param seat of the order
     * @param id client order id
     */
    public void cancel(final long timeNs, final int seat, final long id) {
        begin(timeNs);
        final int entry = state.find(seat, id);
        if (entry == PackedInts.NIL) {
            refuse(RequestKind.CANCEL, seat, id, Seats.unknown(seat));
        } else {
            cancels.cancel(entry, CancelReason.REQUESTED);
        }
        busy = false;
    }

    /**
     * Input: reduces the open quantity of an order, which keeps its place. A reduction to 0 is a cancel.
     *
     * @param timeNs time of the input
     * @param seat of the order
     * @param id client order id
     * @param quantity open quantity that is left, below the present one
     */
    public void reduce(final long timeNs, final int seat, final long id, final long quantity) {
        begin(timeNs);
        final int entry = state.find(seat, id);
        final RefusalCode refusal = entry == PackedInts.NIL ? Seats.unknown(seat) : amendments.refusal(entry, quantity);
        if (refusal != null) {
            refuse(RequestKind.REDUCE, seat, id, refusal);
        } else if (quantity == 0) {
            cancels.cancel(entry, CancelReason.REQUESTED);
        } else {
            amendments.reduce(entry, quantity);
        }
        busy = false;
    }

    /**
     * Input: replaces an order by one with another id, and the same instrument, side, duration and post-only term. It
     * keeps its place if the price stays and the open quantity does not grow; else it is a new arrival and may trade.
     *
     * @param timeNs time of the input
     * @param seat of the order
     * @param id client order id
     * @param newId client order id from now on, any value that the seat has not used on this day
     * @param quantity open quantity from now on
     * @param price from now on
     */
    public void replace(final long timeNs, final int seat, final long id, final long newId, final long quantity,
            final long price) {
        begin(timeNs);
        final int entry = state.find(seat, id);
        final RefusalCode refusal = admission.ofReplacement(seat, entry, newId, quantity, price);
        if (refusal != null) {
            refuse(RequestKind.REPLACE, seat, id, refusal);
        } else if (admission.keepsPlace(entry, quantity, price)) {
            amendments.replaceInPlace(entry, newId, quantity);
        } else {
            amendments.replaceByArrival(entry, newId, quantity, price);
        }
        busy = false;
    }

    /**
     * Input: cancels all orders of a seat.
     *
     * @param timeNs time of the input
     * @param seat of the orders
     */
    public void cancelAll(final long timeNs, final int seat) {
        begin(timeNs);
        if (Seats.isValid(seat)) {
            cancels.ofSeat(seat, CancelReason.REQUESTED);
        } else {
            refuse(RequestKind.CANCEL_ALL, seat, 0, RefusalCode.UNKNOWN_SEAT);
        }
        busy = false;
    }

    /**
     * Input: cancels all orders of a seat in an instrument.
     *
     * @param timeNs time of the input
     * @param seat of the orders
     * @param instrument of the orders
     */
    public void cancelAll(final long timeNs, final int seat, final int instrument) {
        begin(timeNs);
        if (!Seats.isValid(seat)) {
            refuse(RequestKind.CANCEL_ALL, seat, instrument, RefusalCode.UNKNOWN_SEAT);
        } else if (state.instruments.get(instrument) == null) {
            refuse(RequestKind.CANCEL_ALL, seat, instrument, RefusalCode.UNKNOWN_INSTRUMENT);
        } else {
            cancels.ofSeat(seat, instrument, CancelReason.REQUESTED);
        }
        busy = false;
    }

    /**
     * Input: a seat has disconnected. Its orders are cancelled if it is set so.
     *
     * @param timeNs time of the input
     * @param seat that has disconnected
     */
    public void disconnect(final long timeNs, final int seat) {
        begin(timeNs);
        if (!Seats.isValid(seat)) {
            refuse(RequestKind.DISCONNECT, seat, 0, RefusalCode.UNKNOWN_SEAT);
        } else if (state.seats.get(seat).cancelsOnDisconnect) {
            cancels.ofSeat(seat, CancelReason.DISCONNECT);
        }
        busy = false;
    }

    /**
     * Input: halts an instrument. Its orders stay.
     *
     * @param timeNs time of the input
     * @param instrument to halt
     */
    public void halt(final long timeNs, final int instrument) {
        halted(timeNs, instrument, RequestKind.HALT);
    }

    /**
     * Input: resumes an instrument.
     *
     * @param timeNs time of the input
     * @param instrument to resume
     */
    public void resume(final long timeNs, final int instrument) {
        halted(timeNs, instrument, RequestKind.RESUME);
    }

    /**
     * Input: sets the kill switch of a seat: its orders are cancelled, its new orders and replacements refused.
     *
     * @param timeNs time of the input
     * @param seat to stop
     */
    public void kill(final long timeNs, final int seat) {
        begin(timeNs);
        if (Seats.isValid(seat)) {
            state.seats.make(seat).killed = true;
            cancels.ofSeat(seat, CancelReason.KILL);
        } else {
            refuse(RequestKind.KILL, NO_SEAT, seat, RefusalCode.UNKNOWN_SEAT);
        }
        busy = false;
    }

    /**
     * Input: clears the kill switch of a seat.
     *
     * @param timeNs time of the input
     * @param seat to admit again
     */
    public void revive(final long timeNs, final int seat) {
        begin(timeNs);
        if (Seats.isValid(seat)) {
            state.seats.make(seat).killed = false;
        } else {
            refuse(RequestKind.REVIVE, NO_SEAT, seat, RefusalCode.UNKNOWN_SEAT);
        }
        busy = false;
    }

    /**
     * Input: sets the kill switch of all seats. Those of single seats stay as they are.
     *
     * @param timeNs time of the input
     */
    public void killAll(final long timeNs) {
        begin(timeNs);
        state.killed = true;
        cancels.all(CancelReason.KILL);
        busy = false;
    }

    /**
     * Input: clears the kill switch of all seats. Those of single seats stay as they are.
     *
     * @param timeNs time of the input
     */
    public void reviveAll(final long timeNs) {
        begin(timeNs);
        state.killed = false;
        busy = false;
    }

    /**
     * Input: the day ends. Day orders are cancelled. All ids except those of the remaining orders may be used again.
     *
     * @param timeNs time of the input
     */
    public void endDay(final long timeNs) {
        begin(timeNs);
        cancels.endDay();
        busy = false;
    }

    /**
     * Input: time passes.
     *
     * @param timeNs time of the input
     */
    public void time(final long timeNs) {
        begin(timeNs);
        busy = false;
    }

    /**
     * Input: a seat requests its open orders, which {@link #listOrders} then visits. Needs message rate, but is not
     * refused without it.
     *
     * @param timeNs time of the input
     * @param seat of the orders
     */
    public void requestOrders(final long timeNs, final int seat) {
        begin(timeNs);
        if (Seats.isValid(seat)) {
            final SeatState one = state.seats.get(seat);
            one.bucket.take(state.nowNs);
            if (one.first != PackedInts.NIL) { // else it may not exist
                one.listed = one.first;
                one.lastListed = state.lastOrder;
            }
        }
        busy = false;
    }

    /**
     * Visits the next orders of a seat that were resting at {@link #requestOrders} and still are, in order of arrival.
     * Inputs between two calls may change them. Part of the state. Allocates nothing.
     *
     * @param seat any number
     * @param most number of orders
     * @param visitor must not change the engine
     * @return whether there are more
     */
    public boolean listOrders(final int seat, final int most, final SeatOrderVisitor visitor) {
        requireIdle();
        if (!Seats.isValid(seat) || state.seats.get(seat).listed == PackedInts.NIL) {
            return false;
        }
        final SeatState one = state.seats.get(seat);
        one.listed = state.orders.visit(one.listed, most, one.lastListed, visitor);
        return one.listed != PackedInts.NIL;
    }

    /**
     * The number of resting orders of a seat.
     *
     * @param seat any number
     * @return 0 or more
     */
    public int openOrders(final int seat) {
        return Seats.isValid(seat) ? state.seats.get(seat).open : 0;
    }

    /** {@return the number of inputs so far, which is the number of the current or last one} */
    public long inputs() {
        return state.inputs;
    }

    /**
     * {@return whether a new order would not be refused with {@link RefusalCode#RATE}}
     *
     * @param timeNs time of the order
     * @param seat any number
     */
    public boolean hasRate(final long timeNs, final int seat) {
        return !Seats.isValid(seat) || state.seats.get(seat).bucket.has(Math.max(state.nowNs, timeNs));
    }

    /** {@return the number of resting orders} */
    public int restingOrders() {
        return state.orders.size();
    }

    /**
     * The position of a seat in an instrument.
     *
     * @param seat any number
     * @param instrument any number
     * @return bought less sold quantity
     */
    public long position(final int seat, final int instrument) {
        return state.accounts.position(state.accounts.find(seat, instrument));
    }

    /**
     * Visits all resting orders: by instrument, buy before sell, best price first, at a price in order of place.
     *
     * @param visitor must not change the engine
     */
    public void visitOrders(final OrderVisitor visitor) {
        for (int instrument = 0; instrument < state.instruments.end(); instrument++) {
            state.books.visit(instrument, visitor);
        }
    }

    /**
     * Visits the resting orders of a seat in order of arrival. Allocates nothing.
     *
     * @param seat any number
     * @param visitor must not change the engine
     */
    public void visitOrdersOf(final int seat, final SeatOrderVisitor visitor) {
        if (Seats.isValid(seat)) {
            state.orders.visit(state.seats.get(seat).first, visitor);
        }
    }

    /**
     * A hash over the whole state: each resting order with its place, accounts, settings, used ids and numbers. Two
     * engines that continue with different outputs have different hashes, except by a chance of 2^-64. It is no
     * protection against intent.
     *
     * @return the hash, the same in every JVM
     */
    public long hash() {
        requireIdle();
        return StateCopy.hash(state);
    }

    /**
     * A copy of the whole state.
     *
     * @return for {@link #of}; its layout may change between versions
     */
    public long[] copy() {
        requireIdle();
        return StateCopy.write(state);
    }

    private void begin(final long timeNs) {
        requireIdle();
        busy = true;
        // Also for an input that will be refused: number and time are those of the sequencer.
        state.inputs++;
        state.nowNs = Math.max(state.nowNs, timeNs);
    }

    private void requireIdle() {
        if (busy) {
            throw new IllegalStateException("the engine is inside input " + state.inputs
                    + ": a listener must neither call it nor throw");
        }
    }

    private void refuse(final RequestKind request, final int seat, final long id, final RefusalCode refusal) {
        reports.refused(request, seat, id, refusal);
    }

    private void halted(final long timeNs, final int instrument, final RequestKind request) {
        begin(timeNs);
        final InstrumentState one = state.instruments.get(instrument);
        if (one == null) {
            refuse(request, NO_SEAT, instrument, RefusalCode.UNKNOWN_INSTRUMENT);
        } else {
            one.halted = request == RequestKind.HALT;
        }
        busy = false;
    }
}
