package io.verbus.latency.bench;

import java.util.SplittableRandom;

/** Additions and deletions in a book with a fixed number of live orders, the same in each run. */
final class BookChanges {
    private static final int INSTRUMENTS = 64;
    private static final int PRICES = 200;

    private final SplittableRandom random = new SplittableRandom(1);
    private final long[] live;
    private long next = 1;

    BookChanges(final int orders) {
        live = new long[orders];
    }

    /** Index of the order that is deleted next. */
    int slot() {
        return random.nextInt(live.length);
    }

    /** Reference of the order at this index. */
    long at(final int slot) {
        return live[slot];
    }

    /** Replaces the order at this index; returns the new reference. */
    long replace(final int slot) {
        live[slot] = next++;
        return live[slot];
    }

    int instrument() {
        return random.nextInt(INSTRUMENTS);
    }

    int side() {
        return random.nextInt(2);
    }

    long price() {
        return random.nextInt(PRICES);
    }
}
