package io.verbus;

/**
 * Hears what becomes of the sessions of a subscription. Called by the thread that polls, inside {@code poll}, in order
 * with the messages.
 */
public interface SessionListener {
    /** A listener that ignores everything. */
    SessionListener NONE = new SessionListener() {};

    /**
     * A session was joined; its messages follow.
     *
     * @param session that was joined
     * @param first sequence that will be delivered
     */
    default void onStarted(final Session session, final long first) {
    }

    /**
     * Messages are missing.
     *
     * @param gap which, and why
     */
    default void onGap(final Gap gap) {
    }

    /**
     * A message that a handler has already got may have changed while it read it: the subscription was stopped for
     * longer than its time-out under {@link Policy#BLOCK}, and evicted.
     *
     * @param session of the message
     * @param sequence of the message
     */
    default void onDoubtful(final Session session, final long sequence) {
    }

    /**
     * A session's publisher has closed it, and every message of it was delivered or reported.
     *
     * @param session that ended
     * @param messages that the session had in all, the final sequence + 1
     */
    default void onEnded(final Session session, final long messages) {
    }

    /**
     * A session can't go on: its publisher died without closing it, or its log is not to be trusted.
     *
     * @param session that was lost
     * @param next sequence that would have been delivered next
     * @param cause in words
     */
    default void onLost(final Session session, final long next, final String cause) {
    }
}
