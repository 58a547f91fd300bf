package io.verbus.matching;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import java.nio.file.Path;
import java.util.List;

/**
 * Arbitrary inputs of the matching engine. Each is answered or refused; the position of each seat is the sum of its
 * reported trades; the books are sorted and not crossed; each order ends once. A copy of the engine gets the rest of
 * the inputs, reports the same and ends with the same hash.
 *
 * <p>Input: inputs, each its kind, seat, id, instrument, terms, and two values: small, or any 64 bits.
 */
public final class EngineTarget implements Target {
    private static final int INSTRUMENTS = 3;
    private static final int SEATS = 4;
    private static final int KINDS = 23;
    private static final int COPY = 22;
    private static final EngineCapacity CAPACITY = new EngineCapacity(16, 24, 20);
    /** A value with this first byte is followed by its 8 bytes. */
    private static final int WIDE = 0xFF;

    public EngineTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final SeatLedger ledger = new SeatLedger();
        final Engine engine = new Engine(CAPACITY, 1, ledger, BookEvents.IGNORED);
        for (int i = 0; i < INSTRUMENTS; i++) {
            engine.defineInstrument(i, 1 + i, 1 + 4 * i, 100L * i);
        }
        ReportDigest reportsOfCopy = null;
        Engine copy = null;
        while (input.hasMore()) {
            final Step step = Step.of(input);
            ledger.begin(step.terms, step.first);
            step.take(engine);
            checkBooks(engine, ledger);
            if (copy != null) {
                step.take(copy);
                same(ledger.digest.value(), reportsOfCopy.value(), "reports of the copy");
            }
            if (step.kind == COPY) {
                reportsOfCopy = new ReportDigest(ledger.digest.value());
                copy = Engine.of(engine.copy(), 2, reportsOfCopy, BookEvents.IGNORED);
            }
        }
        same(engine.hash(), Engine.of(engine.copy(), 3, ledger, BookEvents.IGNORED).hash(), "hash of a copy");
        if (copy != null) {
            same(engine.hash(), copy.hash(), "hash of the copy after the same inputs");
        }
    }

    /** An input or setting. */
    private record Step(int kind, int seat, long id, int instrument, int terms, long first, long second) {
        static Step of(final Input input) {
            return new Step(input.u8() % KINDS, (int) value(input), value(input), (int) value(input),
                    (int) value(input), value(input), value(input));
        }

        void take(final Engine engine) {
            final long timeNs = first * 1_000;
            switch (kind) {
                case 0, 1, 2, 3 -> engine.newOrder(second, seat, id, instrument, terms, first, second);
                case 4 -> engine.cancel(timeNs, seat, id);
                case 5 -> engine.reduce(timeNs, seat, id, first);
                case 6, 7 -> engine.replace(second, seat, id, terms, first, second);
                case 8 -> engine.cancelAll(timeNs, seat);
                case 9 -> engine.cancelAll(timeNs, seat, instrument);
                case 10 -> engine.disconnect(timeNs, seat);
                case 11 -> engine.halt(timeNs, instrument);
                case 12 -> engine.resume(timeNs, instrument);
                case 13 -> engine.kill(timeNs, seat);
                case 14 -> engine.revive(timeNs, seat);
                case 15 -> engine.killAll(timeNs);
                case 16 -> engine.reviveAll(timeNs);
                case 17 -> engine.endDay(timeNs);
                case COPY -> engine.time(timeNs);
                default -> set(engine, kind, Math.floorMod(seat, SEATS), Math.floorMod(instrument, INSTRUMENTS), terms,
                        first & Long.MAX_VALUE);
            }
        }
    }

    private static void set(final Engine engine, final int kind, final int seat, final int instrument, final int terms,
            final long value) {
        switch (kind) {
            case 18 -> engine.setCollar(instrument, value);
            case 19 -> engine.setLimit(seat, Limit.values()[Math.floorMod(terms, Limit.values().length)], value);
            case 20 -> engine.setRate(seat, value % (Engine.MAX_RATE + 1), 1 + value % Engine.MAX_RATE);
            default -> {
                engine.setSelfTrade(seat, SelfTrade.values()[Math.floorMod(terms, SelfTrade.values().length)]);
                engine.setCancelOnDisconnect(seat, value % 2 == 0);
            }
        }
    }

    private static long value(final Input input) {
        final int small = input.u8();
        return small == WIDE ? input.i64() : small;
    }

    private static void checkBooks(final Engine engine, final SeatLedger ledger) {
        final long[] best = new long[2 * INSTRUMENTS];
        final long[] last = new long[3];
        final int[] count = new int[1];
        engine.visitOrders((instrument, side, price, order, seat, id, open) -> {
            final int key = 2 * instrument + side;
            if (count[0]++ > 0 && last[0] == key) {
                check(price == last[1] ? order > last[2] : price > last[1] == (side == Terms.SELL), "out of order");
            } else {
                best[key] = price;
            }
            last[0] = key;
            last[1] = price;
            last[2] = order;
            check(open > 0 && price > 0, "order " + order + " of " + open + " at " + price);
            ledger.checkOpen(seat, id, open, side);
        });
        same(engine.restingOrders(), count[0], "resting orders");
        same(ledger.openOrders(), count[0], "orders without an end");
        for (int instrument = 0; instrument < INSTRUMENTS; instrument++) {
            final long buy = best[2 * instrument];
            final long sell = best[2 * instrument + 1];
            check(buy == 0 || sell == 0 || buy < sell, "crossed");
        }
        ledger.checkPositions(engine);
    }

    @Override
    public List<byte[]> seeds() {
        final Seed trade = new Seed();
        add(trade, 0, 1, 1, 0, Terms.SELL, 50, 100);
        add(trade, 0, 2, 1, 0, Terms.SELL | Terms.GTC, 50, 100);
        add(trade, 0, 3, 1, 0, Terms.BUY | Terms.IOC, 70, 101);
        add(trade, 22, 0, 0, 0, 0, 0, 0);
        add(trade, 6, 2, 1, 0, 2, 20, 100);
        add(trade, 17, 0, 0, 0, 0, 0, 0);
        final Seed limits = new Seed();
        add(limits, 19, 1, 0, 0, Limit.POSITION.ordinal(), 60, 0);
        add(limits, 18, 0, 0, 1, 0, 200, 0);
        add(limits, 21, 1, 0, 0, SelfTrade.RESTING.ordinal(), 2, 0);
        add(limits, 20, 1, 0, 0, 0, 5, 0);
        add(limits, 0, 1, 1, 1, Terms.SELL, 50, 100);
        add(limits, 0, 1, 2, 1, Terms.BUY | Terms.FOK, 50, 100);
        add(limits, 0, 1, 3, 1, Terms.BUY | Terms.MARKET | Terms.IOC, 10, 0);
        add(limits, 10, 1, 0, 0, 0, 0, 0);
        return List.of(trade.toBytes(), limits.toBytes());
    }

    private static void add(final Seed seed, final int... values) {
        for (final int value : values) {
            seed.u8(value);
        }
    }
}
