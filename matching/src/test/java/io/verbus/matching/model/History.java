package io.verbus.matching.model;

import io.verbus.matching.model.Input.Kind;
import java.util.SplittableRandom;

/** A history from a seed: a small world, few prices and ids, so that everything meets everything. */
public final class History {
    /** Inputs and settings of a history. */
    public static final int LENGTH = 300;
    /** Seats, numbered from 0. */
    public static final int SEATS = 4;

    private static final int LIMITS = 6;
    private static final long MIDDLE = 1_000;
    private static final Kind[] RARE = {Kind.CANCEL_ALL, Kind.CANCEL_ALL_IN, Kind.DISCONNECT, Kind.HALT, Kind.RESUME,
            Kind.RESUME, Kind.KILL, Kind.REVIVE, Kind.REVIVE, Kind.REVIVE_ALL, Kind.END_DAY, Kind.TIME};
    /** Terms to buy: day, good till cancelled, IOC, FOK, market, market FOK, post-only of both durations. */
    private static final int[] TERMS = {0, 0, 0, 2, 2, 4, 4, 6, 6, 12, 14, 16, 18};

    private final SplittableRandom random;
    private final World world;
    private final long[] nextId = new long[SEATS];
    /** Extreme values, to reach the ends of 64 bits. */
    private final boolean wild;
    /** Many orders at many prices, so that sides move to larger rooms. */
    private final boolean wide;
    private long nowNs;

    public History(final long seed) {
        random = new SplittableRandom(seed);
        wild = random.nextInt(8) == 0;
        wide = random.nextInt(8) == 0;
        final int instruments = wide ? 1 : 1 + random.nextInt(3);
        final long[] ticks = new long[instruments];
        final long[] lots = new long[instruments];
        final long[] references = new long[instruments];
        for (int i = 0; i < instruments; i++) {
            ticks[i] = pick(1, 1, 1, 5);
            lots[i] = pick(1, 1, 1, 10);
            references[i] = pick(0, MIDDLE, MIDDLE, wild ? Long.MAX_VALUE - 9 : MIDDLE);
        }
        world = new World(random.nextInt(6) == 0 ? 8 : LENGTH, ticks, lots, references);
    }

    public World world() {
        return world;
    }

    /** The next input or setting. */
    public Input next() {
        nowNs += random.nextInt(4) == 0 ? random.nextInt(400_000_000) : 0;
        if (wide && random.nextInt(4) > 0) {
            return farOrder();
        }
        final int dice = random.nextInt(1_000);
        if (dice < 560) {
            return newOrder();
        }
        if (dice < 670) {
            return input(Kind.CANCEL, seat(), 0, 0, 0, 0);
        }
        if (dice < 740) {
            return input(Kind.REDUCE, seat(), 0, 0, quantity(), 0);
        }
        if (dice < 890) {
            final int seat = seat();
            return input(Kind.REPLACE, seat, newId(seat), 0, quantity(), price());
        }
        if (dice < 892) {
            return input(Kind.KILL_ALL, seat(), 0, 0, 0, 0);
        }
        return dice < 950 ? input(RARE[random.nextInt(RARE.length)], seat(), 0, 0, 0, 0) : setting();
    }

    private Input newOrder() {
        final int seat = seat();
        final long id = newId(seat);
        final int odds = random.nextInt(40);
        final int terms = odds == 0 ? random.nextInt() : odds == 1 ? random.nextInt(32) : TERMS[odds % TERMS.length];
        return new Input(Kind.NEW, nowNs, seat, id, 0, instrument(), terms ^ random.nextInt(2), quantity(), price());
    }

    /** An order that rarely trades. */
    private Input farOrder() {
        final int seat = random.nextInt(SEATS);
        final int side = random.nextInt(2);
        return new Input(Kind.NEW, nowNs, seat, nextId[seat]++, 0, 0, side, quantity(),
                MIDDLE + (side == 0 ? -5 : 5) * random.nextInt(1, 120));
    }

    private Input setting() {
        final int seat = random.nextInt(SEATS);
        return switch (random.nextInt(8)) {
            case 0 -> input(Kind.COLLAR, seat, collar(), 0, 0, 0);
            case 1 -> input(Kind.RATE, seat, pick(0, 0, 1, 7), 0, 1 + random.nextInt(10), 0);
            case 2, 3 -> input(Kind.SELF_TRADE, seat, 0, random.nextInt(4), 0, 0);
            case 4 -> input(Kind.ON_DISCONNECT, seat, random.nextInt(2), 0, 0, 0);
            default -> limit(seat);
        };
    }

    private Input limit(final int seat) {
        final int limit = random.nextInt(LIMITS);
        final long value = switch (limit) {
            case 0 -> pick(30, 60, Long.MAX_VALUE, Long.MAX_VALUE);
            case 1 -> pick(30_000, 60_000, Long.MAX_VALUE, Long.MAX_VALUE);
            case 2 -> pick(2, 5, Long.MAX_VALUE, Long.MAX_VALUE);
            case 3 -> pick(60_000, 200_000, Long.MAX_VALUE, Long.MAX_VALUE);
            case 4 -> pick(0, 60, 200, Long.MAX_VALUE);
            default -> collar();
        };
        return new Input(Kind.LIMIT, nowNs, seat, 0, value, limit, 0, 0, 0);
    }

    private long collar() {
        return pick(0, 5_000, Long.MAX_VALUE, wild ? random.nextLong(Long.MAX_VALUE) : Long.MAX_VALUE);
    }

    private Input input(final Kind kind, final int seat, final long newId, final int terms, final long quantity,
            final long price) {
        return new Input(kind, nowNs, seat, knownId(seat), newId, instrument(), terms, quantity, price);
    }

    private int seat() {
        return random.nextInt(200) == 0
                ? (int) pick(-1, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE)
                : random.nextInt(SEATS);
    }

    private int instrument() {
        return random.nextInt(100) == 0
                ? (int) pick(-1, world.ticks().length, Integer.MAX_VALUE, Integer.MIN_VALUE)
                : random.nextInt(world.ticks().length);
    }

    /** Mostly the next id of the seat. */
    private long newId(final int seat) {
        if (random.nextInt(60) == 0 || seat < 0 || seat >= SEATS) {
            return pick(random.nextInt(100), random.nextLong(), -1, Long.MIN_VALUE);
        }
        return nextId[seat]++;
    }

    /** Mostly one of the last ids of the seat. */
    private long knownId(final int seat) {
        return seat < 0 || seat >= SEATS ? 1 : nextId[seat] - 1 - random.nextInt(12);
    }

    private long quantity() {
        if (random.nextInt(wild ? 10 : 100) == 0) {
            return pick(0, -1, Long.MIN_VALUE, wild ? Long.MAX_VALUE - random.nextInt(50) : 7);
        }
        return wild && random.nextInt(10) == 0
                ? Long.MAX_VALUE / 2 / (1 + random.nextInt(9))
                : 10
                        * random.nextInt(1, 8) + (random.nextInt(10) == 0 ? 5 : 0);
    }

    private long price() {
        if (random.nextInt(wild ? 10 : 100) == 0) {
            return pick(0, -5, Long.MIN_VALUE, wild ? Long.MAX_VALUE - random.nextInt(9) : 3);
        }
        return MIDDLE + 5 * random.nextInt(-4, 5) + (random.nextInt(10) == 0 ? 1 : 0);
    }

    private long pick(final long one, final long two, final long three, final long four) {
        return switch (random.nextInt(4)) {
            case 0 -> one;
            case 1 -> two;
            case 2 -> three;
            default -> four;
        };
    }
}
