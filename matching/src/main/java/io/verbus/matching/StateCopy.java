package io.verbus.matching;

import java.util.Arrays;

/**
 * Writes the state as a sequence of longs, and reads it. The hash of the state is that of the sequence.
 *
 * <pre>
 *  MAGIC, capacity of orders, accounts and id pages, inputs, time, last order, last trade, kill switch of all (0 or 1)
 *  instruments, then each:    number, tick, lot, reference, last trade's price, collar, halted (0 or 1)
 *  seats, then each:          number, 6 limits, self-trade mode, cancels on disconnect, killed,
 *                             rate, burst, level and time of its bucket,
 *                             next order to list (0: none) and number of the last one
 *  accounts, then each:       seat and instrument, position, open buys, open sells, open notional, open orders
 *  pages of used ids, each:   seat, number, bits
 *  resting orders, then each: number, seat, id, instrument, terms, price, open quantity
 *  hash of all these
 * </pre>
 *
 * <p>Instruments and seats are in order of their numbers, accounts and pages in order of their creation, orders in
 * order of {@link OrderBooks#visit}: each has its place. Free entries, sizes and seeds of tables are not part of it.
 */
final class StateCopy {
    /** "VBMATCH" and the version of the layout. */
    static final long MAGIC = 0x56_42_4D_41_54_43_48_03L;

    private static final Limit[] LIMITS = Limit.values();
    private static final SelfTrade[] MODES = SelfTrade.values();

    private StateCopy() {
    }

    static long hash(final EngineState state) {
        final StateCopyWriter out = new StateCopyWriter(false);
        write(state, out);
        return out.hash();
    }

    static long[] write(final EngineState state) {
        final StateCopyWriter out = new StateCopyWriter(true);
        write(state, out);
        return out.finish();
    }

    /** A state from a copy; an IllegalArgumentException if it is damaged. */
    static EngineState read(final long[] copy, final long hashSeed) {
        final StateCopyReader in = new StateCopyReader(copy);
        final EngineState state = new EngineState(
                new EngineCapacity((int) in.next(), (int) in.next(), (int) in.next()), hashSeed);
        state.inputs = in.next();
        state.nowNs = in.next();
        state.lastOrder = in.next();
        state.lastTrade = in.next();
        state.killed = in.next() != 0;
        in.repeat(() -> readInstrument(in, state));
        in.repeat(() -> readSeat(in, state));
        in.repeat(() -> readAccount(in, state));
        in.repeat(() -> state.used.addBits((int) in.next(), in.next(), in.next()));
        in.repeat(() -> readOrder(in, state));
        linkSeats(state);
        return state;
    }

    private static void write(final EngineState state, final StateCopyWriter out) {
        out.add(MAGIC);
        out.add(state.capacity.orders());
        out.add(state.capacity.accounts());
        out.add(state.capacity.idPages());
        out.add(state.inputs);
        out.add(state.nowNs);
        out.add(state.lastOrder);
        out.add(state.lastTrade);
        out.add(state.killed);
        writeInstruments(state.instruments, out);
        writeSeats(state.seats, state.orders, out);
        writeAccounts(state.accounts, out);
        writePages(state.used, out);
        writeOrders(state, out);
    }

    private static void writeInstruments(final InstrumentTable instruments, final StateCopyWriter out) {
        int count = 0;
        for (int number = 0; number < instruments.end(); number++) {
            count += instruments.get(number) == null ? 0 : 1;
        }
        out.add(count);
        for (int number = 0; number < instruments.end(); number++) {
            final InstrumentState one = instruments.get(number);
            if (one != null) {
                out.add(number);
                out.add(one.tick);
                out.add(one.lot);
                out.add(one.reference);
                out.add(one.last);
                out.add(one.collar);
                out.add(one.halted);
            }
        }
    }

    private static void readInstrument(final StateCopyReader in, final EngineState state) {
        final InstrumentState one = new InstrumentState((int) in.next(), in.next(), in.next(), in.next());
        one.last = in.next();
        one.collar = in.next();
        one.halted = in.next() != 0;
        state.instruments.add(one);
    }

    private static void writeSeats(final Seats seats, final OrderPool orders, final StateCopyWriter out) {
        int count = 0;
        for (int number = 0; number < seats.end(); number++) {
            count += seats.at(number) == null ? 0 : 1;
        }
        out.add(count);
        for (int number = 0; number < seats.end(); number++) {
            final SeatState one = seats.at(number);
            if (one != null) {
                out.add(number);
                writeSeat(one, out);
                out.add(one.listed == PackedInts.NIL ? 0 : orders.number(one.listed));
                out.add(one.listed == PackedInts.NIL ? 0 : one.lastListed);
            }
        }
    }

    private static void writeSeat(final SeatState seat, final StateCopyWriter out) {
        for (final Limit limit : LIMITS) {
            out.add(seat.limit(limit));
        }
        out.add(seat.selfTrade.ordinal());
        out.add(seat.cancelsOnDisconnect);
        out.add(seat.killed);
        out.add(seat.bucket.rate());
        out.add(seat.bucket.burst());
        out.add(seat.bucket.level());
        out.add(seat.bucket.sinceNs());
    }

    private static void readSeat(final StateCopyReader in, final EngineState state) {
        final SeatState seat = state.seats.make((int) in.next());
        for (final Limit limit : LIMITS) {
            seat.limit(limit, in.next());
        }
        seat.selfTrade = MODES[(int) in.next()];
        seat.cancelsOnDisconnect = in.next() != 0;
        seat.killed = in.next() != 0;
        seat.bucket.restore(in.next(), in.next(), in.next(), in.next());
        seat.nextListed = in.next();
        seat.lastListed = in.next();
    }

    private static void writeAccounts(final Accounts accounts, final StateCopyWriter out) {
        out.add(accounts.size() - 1);
        for (int account = Accounts.NONE + 1; account < accounts.size(); account++) {
            for (int index = 0; index < Accounts.LENGTH; index++) {
                out.add(accounts.word(account, index));
            }
        }
    }

    /** Only the position: open amounts are counted again from the orders. */
    private static void readAccount(final StateCopyReader in, final EngineState state) {
        final long key = in.next();
        final int account = state.accounts.make(PackedInts.high(key), PackedInts.low(key));
        state.accounts.word(account, 1, in.next());
        for (int index = 2; index < Accounts.LENGTH; index++) {
            in.next();
        }
    }

    private static void writePages(final UsedIds used, final StateCopyWriter out) {
        out.add(used.pages());
        for (int index = 0; index < used.pages() * UsedIds.STRIDE; index++) {
            out.add(used.word(index));
        }
    }

    private static void writeOrders(final EngineState state, final StateCopyWriter out) {
        out.add(state.orders.size());
        for (int instrument = 0; instrument < state.instruments.end(); instrument++) {
            for (int side = Terms.BUY; side <= Terms.SELL; side++) {
                writeSide(state, OrderBooks.side(instrument, side), out);
            }
        }
    }

    private static void writeSide(final EngineState state, final int side, final StateCopyWriter out) {
        final Levels levels = state.books.levels;
        final OrderPool orders = state.orders;
        for (int depth = 0; depth < levels.size(side); depth++) {
            for (int entry = levels.first(levels.at(side, depth)); entry != PackedInts.NIL; entry = orders
                    .next(entry)) {
                out.add(orders.number(entry));
                out.add(orders.seat(entry));
                out.add(orders.id(entry));
                out.add(orders.instrument(entry));
                out.add(orders.terms(entry));
                out.add(orders.price(entry));
                out.add(orders.open(entry));
            }
        }
    }

    private static void readOrder(final StateCopyReader in, final EngineState state) {
        final long number = in.next();
        final int seat = (int) in.next();
        final long id = in.next();
        final int instrument = (int) in.next();
        final int terms = (int) in.next();
        final int entry = state.orders.take(number, seat, id, instrument, terms);
        final int account = state.accounts.make(seat, instrument);
        state.orders.account(entry, account);
        state.orders.price(entry, in.next());
        state.orders.open(entry, in.next());
        state.books.append(entry);
        state.ids.add(entry);
        state.accounts.rest(account, Terms.side(terms), state.orders.price(entry), state.orders.open(entry));
    }

    /** The lists of the seats are in order of arrival, which is that of the numbers. */
    private static void linkSeats(final EngineState state) {
        final long[] numbers = new long[state.orders.size()];
        final Integer[] entries = new Integer[state.orders.size()];
        for (int entry = 0; entry < entries.length; entry++) {
            entries[entry] = entry;
            numbers[entry] = state.orders.number(entry);
        }
        Arrays.sort(entries, (one, other) -> Long.compare(numbers[one], numbers[other]));
        for (final int entry : entries) {
            final SeatState seat = state.seats.make(state.orders.seat(entry));
            state.registry.appendToSeat(seat, entry);
            if (seat.nextListed == state.orders.number(entry)) {
                seat.listed = entry;
            }
        }
    }
}
