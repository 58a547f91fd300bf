package io.verbus.marketdata.feed;

/**
 * Computes the due time of each message. Open loop: a due time does not depend on when earlier messages were published,
 * so a delayed feed catches up and skips nothing. Or without catching up: a delay of more than 50 µs shifts all later
 * due times, so no burst follows it.
 */
final class Pacer {
    private static final double NS_PER_SECOND = 1e9;
    private static final long DELAY_NS = 50_000;

    private final double periodNs;
    private final double factor;
    private final boolean catchesUp;
    private long startNs;
    private long earlierPassesNs;
    private long firstNs = -1;
    private long newestNs;

    /**
     * Starts the clock of a feed.
     *
     * @param pace not {@link Pace.Max}, which has no due times
     * @param startNs due time of the first message
     * @param catchesUp whether a delayed feed catches up
     */
    Pacer(final Pace pace, final long startNs, final boolean catchesUp) {
        this.startNs = startNs;
        this.catchesUp = catchesUp;
        switch (pace) {
            case Pace.Rate(double perSecond) -> {
                periodNs = NS_PER_SECOND / perSecond;
                factor = 0;
            }
            case Pace.Speed(double speed) -> {
                periodNs = 0;
                factor = speed;
            }
            case Pace.Max() -> throw new IllegalArgumentException("max has no due times");
        }
    }

    /**
     * Notes when a message is published.
     *
     * @param lateNs time since its due time
     */
    void published(final long lateNs) {
        if (!catchesUp && lateNs > DELAY_NS) {
            startNs += lateNs;
        }
    }

    /** Starts the next pass: the due times continue after those of the previous pass. */
    void nextPass() {
        earlierPassesNs += firstNs < 0 ? 0 : newestNs - firstNs;
        firstNs = -1;
    }

    /**
     * Returns the due time of a message.
     *
     * @param index number of the message in the feed, from 0
     * @param sourceNs its timestamp in the source
     * @return the due time, on the clock of {@code startNs}
     */
    long dueNs(final long index, final long sourceNs) {
        if (factor == 0) {
            return startNs + (long) (index * periodNs);
        }
        if (firstNs < 0) {
            firstNs = sourceNs;
        }
        newestNs = sourceNs;
        return startNs + (long) ((earlierPassesNs + sourceNs - firstNs) / factor);
    }
}
