package io.verbus.matching.model;

import io.verbus.matching.EngineCapacity;
import io.verbus.matching.model.ModelInput.Kind;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A history from a seed: a small world, few prices and ids, so that everything meets everything. */
public final class OrderHistory {
    /** Inputs and settings of a history. */
    public static final int LENGTH = 300;

    private static final int FEW_SEATS = 4;
    private static final int MANY_SEATS = 40;
    private static final int MANY_INSTRUMENTS = 30;
    /** Its multiples by 64, 128, ... were in one slot of a table whose hash was a multiplication. */
    private static final long SCATTER = -1_018_231_460_777_725_123L;
    private static final int RECENT = 16;
    private static final int LIMITS = 6;
    private static final long MIDDLE = 1_000;
    private static final long MOST_RATE = 1_000_000_000;
    private static final Kind[] RARE = {Kind.CANCEL_ALL, Kind.CANCEL_ALL_IN, Kind.DISCONNECT, Kind.HALT, Kind.RESUME,
            Kind.RESUME, Kind.KILL, Kind.REVIVE, Kind.REVIVE, Kind.REVIVE_ALL, Kind.END_DAY, Kind.TIME};
    /** Terms to buy: day, good till cancelled, IOC, FOK, market, market FOK, post-only of both durations. */
    private static final int[] TERMS = {0, 0, 0, 2, 2, 4, 4, 6, 6, 12, 14, 16, 18};

    private final SplittableRandom random;
    private final OrderWorld world;
    private final long[] nextId;
    /** Prices of the last ids of each seat. */
    private final long[][] prices;
    /** Extreme values, to reach the ends of 64 bits. */
    private final boolean wild;
    /** Many orders at many prices, so that sides move to larger rooms. */
    private final boolean wide;
    /** Many seats, instruments and scattered ids, so that all tables grow. */
    private final boolean many;
    private long nowNs;

    public OrderHistory(final long seed) {
        random = new SplittableRandom(seed);
        wild = random.nextInt(8) == 0;
        wide = random.nextInt(8) == 0;
        many = !wide && random.nextInt(7) == 0;
        nextId = new long[many ? MANY_SEATS : FEW_SEATS];
        prices = new long[nextId.length][RECENT];
        Arrays.setAll(nextId, seat -> random.nextInt(64));
        final int instruments = many ? MANY_INSTRUMENTS : wide ? 1 : 1 + random.nextInt(3);
        final long[] ticks = new long[instruments];
        final long[] lots = new long[instruments];
        final long[] references = new long[instruments];
        for (int i = 0; i < instruments; i++) {
            ticks[i] = pick(1, 1, 1, 5);
            lots[i] = pick(1, 1, 1, 10);
            references[i] = pick(0, MIDDLE, MIDDLE, wild ? Long.MAX_VALUE - 9 : MIDDLE);
        }
        world = new OrderWorld(nextId.length, capacity(), ticks, lots, references);
    }

    /** Each capacity is rarely small. */
    private EngineCapacity capacity() {
        return new EngineCapacity(random.nextInt(6) == 0 ? many ? 20 : 8 : 2_000,
                random.nextInt(10) == 0 ? many ? 70 : 4 : 2_000, random.nextInt(6) == 0 ? many ? 80 : 5 : 2_000);
    }

    public OrderWorld world() {
        return world;
    }

    /** The next input or setting. */
    public ModelInput next() {
        nowNs += random.nextInt(4) == 0 ? random.nextInt(400_000_000) : 0;
        nowNs += wild && random.nextInt(40) == 0 ? random.nextLong(1L << 42) : 0;
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
            return replacement(seat());
        }
        if (dice < 892) {
            return input(Kind.KILL_ALL, seat(), 0, 0, 0, 0);
        }
        return dice < 950 ? input(RARE[random.nextInt(RARE.length)], seat(), 0, 0, 0, 0) : setting();
    }

    private ModelInput newOrder() {
        final int seat = seat();
        final long id = newId(seat);
        final int odds = random.nextInt(40);
        final int terms = odds == 0 ? random.nextInt() : odds == 1 ? random.nextInt(32) : TERMS[odds % TERMS.length];
        return new ModelInput(Kind.NEW, timeNs(), seat, id, 0, instrument(), terms ^ random.nextInt(2), quantity(),
                price(seat));
    }

    /** Every third has the price of the order, and mostly a low quantity, so that it keeps its place. */
    private ModelInput replacement(final int seat) {
        final boolean isKnown = seat >= 0 && seat < world.seats() && random.nextInt(3) == 0;
        final long number = isKnown ? nextId[seat] - 1 - random.nextInt(4) : 0;
        final long newId = newId(seat);
        return isKnown
                ? new ModelInput(Kind.REPLACE, timeNs(), seat, id(number), newId, 0, 0, 10 * random.nextInt(1, 3),
                        prices[seat][(int) number & RECENT - 1])
                : input(Kind.REPLACE, seat, newId, 0, quantity(), price(seat));
    }

    /** An order that rarely trades. */
    private ModelInput farOrder() {
        final int seat = random.nextInt(world.seats());
        final int side = random.nextInt(2);
        return new ModelInput(Kind.NEW, timeNs(), seat, nextId[seat]++, 0, 0, side, quantity(),
                MIDDLE + (side == 0 ? -5 : 5) * random.nextInt(1, 120));
    }

    private ModelInput setting() {
        final int seat = random.nextInt(world.seats());
        return switch (random.nextInt(8)) {
            case 0 -> input(Kind.COLLAR, seat, collar(), 0, 0, 0);
            case 1 -> rate(seat);
            case 2, 3 -> input(Kind.SELF_TRADE, seat, 0, random.nextInt(4), 0, 0);
            case 4 -> input(Kind.ON_DISCONNECT, seat, random.nextInt(2), 0, 0, 0);
            default -> limit(seat);
        };
    }

    private ModelInput rate(final int seat) {
        return random.nextInt(4) > 0
                ? input(Kind.RATE, seat, pick(0, 0, 1, 7), 0, 1 + random.nextInt(10), 0)
                : input(Kind.RATE, seat, pick(0, 999, 1_000_000, MOST_RATE), 0, pick(1, 2, 1_000, MOST_RATE), 0);
    }

    private ModelInput limit(final int seat) {
        final int limit = random.nextInt(LIMITS);
        final long value = switch (limit) {
            case 0 -> pick(30, 60, Long.MAX_VALUE, Long.MAX_VALUE);
            case 1 -> pick(30_000, 60_000, Long.MAX_VALUE, Long.MAX_VALUE);
            case 2 -> pick(2, 5, Long.MAX_VALUE, Long.MAX_VALUE);
            case 3 -> pick(60_000, 200_000, Long.MAX_VALUE, Long.MAX_VALUE);
            case 4 -> pick(0, 60, 200, Long.MAX_VALUE);
            default -> collar();
        };
        return new ModelInput(Kind.LIMIT, timeNs(), seat, 0, value, limit, 0, 0, 0);
    }

    private long collar() {
        return pick(0, 5_000, Long.MAX_VALUE, wild ? random.nextLong(Long.MAX_VALUE) : Long.MAX_VALUE);
    }

    private ModelInput input(final Kind kind, final int seat, final long newId, final int terms, final long quantity,
            final long price) {
        return new ModelInput(kind, timeNs(), seat, knownId(seat), newId, instrument(), terms, quantity, price);
    }

    private int seat() {
        return random.nextInt(200) == 0
                ? (int) pick(-1, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE)
                : random.nextInt(world.seats());
    }

    private int instrument() {
        return random.nextInt(100) == 0
                ? (int) pick(-1, world.instruments(), Integer.MAX_VALUE, Integer.MIN_VALUE)
                : random.nextInt(world.instruments());
    }

    /** Mostly the time since the last input, sometimes an earlier one. */
    private long timeNs() {
        if (wild && random.nextInt(400) == 0) {
            return pick(-1, 0, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        return random.nextInt(8) == 0 ? nowNs - random.nextInt(1_000_000_000) : nowNs;
    }

    /** Mostly the next id of the seat. */
    private long newId(final int seat) {
        if (seat < 0 || seat >= world.seats() || random.nextInt(60) == 0) {
            return pick(random.nextInt(100), random.nextLong(), -1, Long.MIN_VALUE);
        }
        if (random.nextInt(30) == 0) {
            return id(Math.max(0, nextId[seat] - 1 - random.nextInt(many ? 4 : 40)));
        }
        return id(nextId[seat]++);
    }

    /** Mostly one of the last ids of the seat. */
    private long knownId(final int seat) {
        return seat < 0 || seat >= world.seats() ? 1 : id(nextId[seat] - 1 - random.nextInt(many ? 4 : 12));
    }

    private long id(final long number) {
        return many ? number * 64 * SCATTER : number;
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

    /** A price, which is remembered for the last id of the seat. */
    private long price(final int seat) {
        final long price = price();
        if (seat >= 0 && seat < world.seats()) {
            prices[seat][(int) (nextId[seat] - 1) & RECENT - 1] = price;
        }
        return price;
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
