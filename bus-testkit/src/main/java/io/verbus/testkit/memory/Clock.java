package io.verbus.testkit.memory;

import java.util.Arrays;

/** A vector clock: for each actor, the number of its accesses that are known. */
final class Clock {
    private final int[] times;

    Clock(final int actors) {
        this(new int[actors]);
    }

    private Clock(final int[] times) {
        this.times = times;
    }

    int of(final int actor) {
        return times[actor];
    }

    void tick(final int actor) {
        times[actor]++;
    }

    void join(final Clock other) {
        for (int i = 0; i < times.length; i++) {
            times[i] = Math.max(times[i], other.times[i]);
        }
    }

    Clock copy() {
        return new Clock(times.clone());
    }

    @Override
    public String toString() {
        return Arrays.toString(times);
    }
}
