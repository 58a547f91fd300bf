package io.verbus.testkit.chaos;

/** The fault of the feed in a round. */
public enum FeedFault {
    NONE(0, 0),
    /** Stopped until its readers report it as silent. */
    STOP(0, 1),
    /** Killed at any point. */
    KILL(1, 0),
    /** Killed after a claim, before its commit. */
    KILL_IN_CLAIM(1, 0),
    /** Killed after its readers have reported it as silent. */
    KILL_STOPPED(1, 1),
    /** Closed regularly, after a burst. */
    CLOSE(0, 0);

    public final int kills;
    final int stops;

    FeedFault(final int kills, final int stops) {
        this.kills = kills;
        this.stops = stops;
    }
}
