package io.verbus.testkit.chaos;

/** What happens to the feed in a round. */
public enum FeedFault {
    NONE(0, 0),
    /** Until its readers say that it is silent. */
    STOP(0, 1),
    /** Wherever it is. */
    KILL(1, 0),
    /** When it has claimed a message, and before it commits it. */
    KILL_IN_CLAIM(1, 0),
    /** When its readers have said that it is silent. */
    KILL_STOPPED(1, 1),
    /** In order, behind a burst. */
    CLOSE(0, 0);

    public final int kills;
    final int stops;

    FeedFault(final int kills, final int stops) {
        this.kills = kills;
        this.stops = stops;
    }
}
