package io.verbus.marketdata.generator;

import java.util.concurrent.TimeUnit;

/** Time of day in nanoseconds since midnight. Spreads the messages of a phase over its duration, in clusters. */
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

    /** Sets the time of day of the next message. */
    void moment(final long atNs) {
        phase(atNs, 1);
        nowNs = atNs;
    }

    /** Starts a phase at the end of the previous one: a number of messages until a time of day. */
    void phase(final long endNs, final long messages) {
        assert endNs >= untilNs : "the end of a phase is before its start";
        nowNs = untilNs;
        untilNs = endNs;
        messagesLeft = messages;
    }

    /** The time of the next message. Two of three messages follow the previous one within 4 microseconds. */
    long next() {
        final long leftNs = untilNs - nowNs;
        final long left = Math.max(1, messagesLeft--);
        final long reachNs = random.below(3) == 0 ? 6 * (leftNs / left) : Math.min(leftNs / left, 4_000);
        nowNs = Math.min(untilNs, nowNs + (long) (random.fraction() * reachNs));
        return nowNs;
    }
}
