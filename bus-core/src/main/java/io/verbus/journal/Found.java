package io.verbus.journal;

/**
 * How far a session is recorded, as a journal that is opened to be written finds it.
 *
 * @param session its id
 * @param next sequence that comes next
 * @param receivedNs when the last record was received, nanoseconds UTC since 1970; {@link Long#MIN_VALUE} without one
 * @param isOver whether its end is recorded, so that nothing can follow
 */
record Found(long session, long next, long receivedNs, boolean isOver) {}
