package io.verbus.marketdata.history;

/** Events of a history with snapshots. A run of many seeds must have each of them. */
enum SnapshotEvent {
    PUBLISHED, REFUSED_CLAIM, SESSION_ENDED, BOOKS_HERE, BOOKS_ELSEWHERE, BOOKS_LEFT, BOOKS_OVER,
    /** Books loaded a snapshot. */
    JOINED_BY_SNAPSHOT,
    /** Books read the session from its first message. */
    JOINED_AT_START,
    /** Books ended without a usable snapshot. */
    GAVE_UP,
    /** Books lack messages, and reported it: they are not compared any more. */
    GAP,
    /** A recorder has served a request of the snapshots. */
    SERVED,
    /** The snapshots lack messages, and end. */
    SNAPSHOTS_ENDED,
    /** Books were equal to the books of the published messages. */
    COMPARED,
    // Faults.
    FEED_KILLED, BURST, BOOKS_KILLED, BOOKS_STOPPED, LINKS_BROKEN, TIME_BEYOND_HEARTBEAT, TIME_BEYOND_PROGRESS
}
