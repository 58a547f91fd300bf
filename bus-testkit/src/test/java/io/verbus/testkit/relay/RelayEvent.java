package io.verbus.testkit.relay;

/** The events of histories of relays. */
enum RelayEvent {
    PUBLISHED, READ, JOINED, LEFT, BROKEN, CUT, HEALED,
    /** A relay dies. */
    RELAY_KILLED,
    /** A relay is closed while its sessions are running. */
    RELAY_CLOSED,
    /** A relay begins, the first time or again. */
    RELAY_STARTED, GAP, UPSTREAM_GAP, CONTINUED, LOST
}
