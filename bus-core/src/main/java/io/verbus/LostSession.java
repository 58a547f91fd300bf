package io.verbus;

/**
 * A session that was not closed, after its publisher has become silent or died.
 *
 * @param session that is lost
 * @param next sequence of the next message to deliver; all earlier ones were delivered or reported
 * @param knownNext newest known next sequence of the publisher, at least {@code next}
 * @param forGood whether the session cannot resume: the publisher is dead, its log is corrupt, or the subscription was
 *     evicted; known messages that were not delivered have been reported as a gap. Otherwise the session continues if
 *     the publisher's heartbeat returns
 * @param cause for operators
 */
public record LostSession(Session session, long next, long knownNext, boolean forGood, String cause) {}
