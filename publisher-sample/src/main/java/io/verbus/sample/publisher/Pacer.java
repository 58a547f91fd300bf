package io.verbus.sample.publisher;

/**
 * When each message is due. Open loop: what is due does not depend on when earlier messages went out, so a feed that
 * was held up catches up, and skips nothing.
 */
final class Pacer {
    private static final double NS_PER_SECOND = 1e9;

    private final double periodNs;
    private final double factor;
    private final long startNs;
    private long earlierPassesNs;
    private long firstNs = -1;
    private long newestNs;

    /**
     * Starts the clock of a feed.
     *
     * @param pace not {@link Pace.Max}, under which nothing is ever waited for
     * @param startNs when the first message is due
     */
    Pacer(final Pace pace, final long startNs) {
        this.startNs = startNs;
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

    /** The source begins again: its times go on from where they ended. */
    void nextPass() {
        earlierPassesNs += firstNs < 0 ? 0 : newestNs - firstNs;
        firstNs = -1;
    }

    /**
     * When a message is due.
     *
     * @param index of the message in the feed, from 0
     * @param sourceNs its time at the source
     * @return on the clock of {@code startNs}
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
