package io.verbus.testkit.chaos;

/** The fault of a reader in a round. */
public enum ReaderFault {
    NONE(0, 0),
    /** Stopped until the feed reports it as silent. */
    STOP(0, 1),
    /** Stopped until the feed's timeout has passed, if it blocks the feed, and the feed is more than a lap ahead. */
    STOP_TILL_LAPPED(0, 1),
    /** The same, inside a handler. */
    STOP_IN_HANDLER(0, 1),
    /** Killed at any point. */
    KILL(1, 0),
    /** Killed after the feed has reported it as silent. */
    KILL_STOPPED(1, 1);

    final int kills;
    final int stops;

    ReaderFault(final int kills, final int stops) {
        this.kills = kills;
        this.stops = stops;
    }
}
