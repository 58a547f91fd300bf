package io.verbus.matching;

/**
 * The message rate of a seat: a bucket of messages that fills at a rate up to the burst, and is full at first. Its time
 * is that of the inputs. The level is exact: in billionths of a message, which are messages per second times ns.
 */
final class TokenBucket {
    /** Maximum rate in messages per second, and maximum burst in messages. */
    static final long MOST = 1_000_000_000;

    private static final long MESSAGE = 1_000_000_000;

    /** Messages per second; 0 for no limit. */
    private long rate;
    private long burst;
    private long level;
    private long sinceNs;

    /** Sets rate and burst, and fills the bucket. */
    void set(final long newRate, final long newBurst, final long nowNs) {
        restore(newRate, newBurst, newBurst * MESSAGE, nowNs);
    }

    void restore(final long newRate, final long newBurst, final long newLevel, final long nowNs) {
        rate = newRate;
        burst = newBurst;
        level = newLevel;
        sinceNs = nowNs;
    }

    long rate() {
        return rate;
    }

    long burst() {
        return burst;
    }

    long level() {
        return level;
    }

    long sinceNs() {
        return sinceNs;
    }

    /** Whether {@link #take} would succeed. */
    boolean has(final long nowNs) {
        return rate == 0 || level(nowNs) >= MESSAGE;
    }

    /** Takes a message out of the bucket; false if there is none. */
    boolean take(final long nowNs) {
        if (rate == 0) {
            return true;
        }
        level = level(nowNs);
        sinceNs = nowNs;
        if (level < MESSAGE) {
            return false;
        }
        level -= MESSAGE;
        return true;
    }

    private long level(final long nowNs) {
        final long missing = burst * MESSAGE - level;
        final long elapsedNs = nowNs - sinceNs;
        return level + (elapsedNs > missing / rate ? missing : elapsedNs * rate);
    }
}
