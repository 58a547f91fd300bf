package io.verbus.testkit.chaos;

/** What happens to a reader in a round. */
public enum ReaderFault {
    NONE(0, 0),
    /** Until the feed says that it is silent. */
    STOP(0, 1),
    /** Until the feed has waited for it in vain, if it waits for it at all, and is more than a lap ahead. */
    STOP_TILL_LAPPED(0, 1),
    /** As long, with a message in its hands. */
    STOP_IN_HANDLER(0, 1),
    /** Wherever it is. */
    KILL(1, 0),
    /** When the feed has said that it is silent. */
    KILL_STOPPED(1, 1);

    final int kills;
    final int stops;

    ReaderFault(final int kills, final int stops) {
        this.kills = kills;
        this.stops = stops;
    }
}
