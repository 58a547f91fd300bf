package io.verbus.itch.generator;

import java.util.concurrent.TimeUnit;

/** Time of day in nanoseconds since midnight: spreads a phase's messages over its hours, in clusters, as markets do. */
final class DayClock {
    private final SplitMix random;
    private long nowNs;
    private long untilNs;
    private long messagesLeft;

    DayClock(final SplitMix random) {
        this.random = random;
    }

    static long at(final int hour, final int minute) {
        return TimeUnit.MINUTES.toNanos(60L * hour + minute);
    }

    /** Goes to a time of day, at which the next message is to be. */
    void moment(final long atNs) {
        phase(atNs, 1);
        nowNs = atNs;
    }

    /** Begins a phase where the last one ended: so many messages until a time of day. */
    void phase(final long endNs, final long messages) {
        assert endNs >= untilNs : "a day does not run backwards";
        nowNs = untilNs;
        untilNs = endNs;
        messagesLeft = messages;
    }

    /** The time of the next message; two of three follow their predecessor within microseconds. */
    long next() {
        final long leftNs = untilNs - nowNs;
        final long left = Math.max(1, messagesLeft--);
        final long reachNs = random.below(3) == 0 ? 6 * (leftNs / left) : Math.min(leftNs / left, 4_000);
        nowNs = Math.min(untilNs, nowNs + (long) (random.fraction() * reachNs));
        return nowNs;
    }
}
