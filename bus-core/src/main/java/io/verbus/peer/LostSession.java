package io.verbus.peer;

/**
 * A session of whose publisher nothing is heard any more, though it was not closed.
 *
 * @param session that is lost
 * @param next sequence that would be delivered next; everything before was delivered or reported
 * @param heard sequence that the publisher would have used next when it was last heard of, at least {@code next}
 * @param forGood whether nothing can follow: the publisher is dead, its log is not to be trusted, or the subscription
 *     was evicted; what was heard of and not delivered has been reported as a gap. Otherwise the session goes on when
 *     its publisher is heard again
 * @param cause in words
 */
public record LostSession(Session session, long next, long heard, boolean forGood, String cause) {}
