package io.verbus.matching;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Arbitrary inputs of the matching engine. Each is answered or refused, positions add up to 0, the books are sorted and
 * not crossed, each order ends once, and a copy of the engine has the same hash.
 *
 * <p>Input: inputs, each its kind, seat, id, instrument, terms, and two values: small, or any 64 bits.
 */
public final class EngineTarget implements Target {
    private static final int INSTRUMENTS = 3;
    private static final int SEATS = 4;
    private static final int KINDS = 22;
    /** A value with this first byte is followed by its 8 bytes. */
    private static final int WIDE = 0xFF;

    public EngineTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final Lives lives = new Lives();
        final Engine engine = new Engine(16, lives, BookChanges.IGNORED);
        for (int i = 0; i < INSTRUMENTS; i++) {
            engine.defineInstrument(i, 1 + i, 1 + 4 * i, 100L * i);
        }
        while (input.hasMore()) {
            take(input, engine, lives);
            checkBooks(engine, lives);
        }
        same(engine.hash(), Engine.of(engine.copy(), lives, BookChanges.IGNORED).hash(), "hash of the copy");
    }

    private static void take(final Input input, final Engine engine, final Lives lives) {
        final int kind = input.u8() % KINDS;
        final int seat = (int) value(input);
        final long id = value(input);
        final int instrument = (int) value(input);
        final int terms = (int) value(input);
        final long first = value(input);
        final long second = value(input);
        final long timeNs = first * 1_000;
        lives.quantity = first;
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
            default -> set(engine, kind, Math.floorMod(seat, SEATS), Math.floorMod(instrument, INSTRUMENTS), terms,
                    first & Long.MAX_VALUE);
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

    private static void isOpen(final Long reported, final long quantity, final String where) {
        check(reported != null && reported == quantity, "open quantity by the reports: " + reported + "; by " + where
                + ": " + quantity);
    }

    private static void checkBooks(final Engine engine, final Lives lives) {
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
            isOpen(lives.open.get(List.of((long) seat, id)), open, "the book");
        });
        same(engine.restingOrders(), count[0], "resting orders");
        same(lives.open.size(), count[0], "orders without an end");
        for (int instrument = 0; instrument < INSTRUMENTS; instrument++) {
            final long buy = best[2 * instrument];
            final long sell = best[2 * instrument + 1];
            check(buy == 0 || sell == 0 || buy < sell, "crossed");
            same(0, lives.positions[instrument], "sum of reported positions");
        }
    }

    @Override
    public List<byte[]> seeds() {
        final Seed trade = new Seed();
        add(trade, 0, 1, 1, 0, Terms.SELL, 50, 100);
        add(trade, 0, 2, 1, 0, Terms.SELL | Terms.GTC, 50, 100);
        add(trade, 0, 3, 1, 0, Terms.BUY | Terms.IOC, 70, 101);
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

    /** The open quantity of each order by the reports. */
    private static final class Lives implements Reports {
        private final Map<List<Long>, Long> open = new HashMap<>();
        private final long[] positions = new long[INSTRUMENTS];
        private long quantity;

        @Override
        public void accepted(final int seat, final long id, final long order) {
            check(quantity > 0 && open.put(List.of((long) seat, id), quantity) == null, "accepted wrongly");
        }

        @Override
        public void rejected(final int seat, final long id, final Refusal refusal) {
            check(!refusal.text().isEmpty(), "no text");
        }

        @Override
        public void replaced(final int seat, final long id, final long newId, final long order, final long left,
                final boolean placeKept) {
            check(open.remove(List.of((long) seat, id)) != null, "replaced after its end");
            check(open.put(List.of((long) seat, newId), left) == null, "a used id");
        }

        @Override
        public void reduced(final int seat, final long id, final long removed, final long left) {
            isOpen(open.put(List.of((long) seat, id), left), left + removed, "the reduction");
        }

        @Override
        public void cancelled(final int seat, final long id, final long left, final CancelReason reason) {
            isOpen(open.remove(List.of((long) seat, id)), left, "the cancel");
        }

        @Override
        public void executed(final int seat, final long id, final int instrument, final long traded, final long price,
                final long trade, final boolean maker, final long left) {
            isOpen(open.remove(List.of((long) seat, id)), left + traded, "the trade");
            if (left > 0) {
                open.put(List.of((long) seat, id), left);
            }
            positions[instrument] += maker ? traded : -traded;
        }

        @Override
        public void refused(final Request request, final int seat, final long id, final Refusal refusal) {
            check(!refusal.text().isEmpty(), "no text");
        }
    }
}
