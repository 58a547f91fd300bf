package io.verbus;

/**
 * The progress of a subscription in a session.
 *
 * @param session that is read
 * @param position consumed position: bytes of log since the session began
 * @param lagBytes bytes from there to the newest known end of the log, at least 0. The end is known to the publisher's
 *     last heartbeat, up to 100 ms ago; on the same host also to a sixteenth of the log. Above one log the reader is
 *     lapped
 */
public record SessionProgress(Session session, long position, long lagBytes) {}
