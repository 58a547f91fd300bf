package io.verbus.peer;

/**
 * Hears what becomes of the sessions of a subscription. Called by the thread that polls, inside {@code poll}, in order
 * with the messages.
 *
 * <pre>
 *   started ──▶ (messages, gaps) ──▶ ended
 *                  │    ▲       ╲
 *             lost ▼    │ back   ╲──▶ lost for good ──▶ restarted: another session of the same publisher
 *                 (silence)
 * </pre>
 */
public interface SessionListener {
    /** A listener that ignores everything. */
    SessionListener NONE = new SessionListener() {};

    /**
     * A session was joined; its messages follow.
     *
     * @param session that was joined
     * @param first sequence that will be delivered, by the subscription or by who has taken over what it can't get
     */
    default void onStarted(final Session session, final long first) {
    }

    /**
     * A publisher that had closed or died is there again. {@link #onStarted} for its new session follows at once.
     *
     * @param earlier session of the same publisher, ended or lost for good before this call
     * @param session that takes its place
     */
    default void onRestarted(final Session earlier, final Session session) {
    }

    /**
     * Messages are missing that the subscription can't get from its publisher any more: asked before they count as a
     * gap. A listener that gets them from elsewhere takes it upon itself to deliver them, or to say that they are lost
     * ({@link io.verbus.Subscription#lose}); nothing behind them is delivered in this {@code poll}.
     *
     * @param gap what would be a gap
     * @return false to have it counted, written down and told: see {@link #onGap}
     */
    default boolean onMissing(final Gap gap) {
        return false;
    }

    /**
     * Messages are missing, and nothing will fill them.
     *
     * @param gap which, and why
     */
    default void onGap(final Gap gap) {
    }

    /**
     * A message that a handler has already got may have changed while it read it: the subscription was stopped for
     * longer than its time-out under {@link io.verbus.Policy#BLOCK}, and evicted.
     *
     * @param session of the message
     * @param sequence of the message
     */
    default void onDoubtful(final Session session, final long sequence) {
    }

    /**
     * The publisher of a session does not honour {@link io.verbus.Policy#BLOCK}: the subscription reads the session as
     * under {@link io.verbus.Policy#SKIP}, and may miss messages if it is slow. Called when that begins, perhaps before
     * {@link #onStarted}, and again if the cause changes. If the cause passes, the publisher waits from then on; no
     * method is called then.
     *
     * @param session that is read
     * @param cause why the publisher does not wait
     */
    default void onRefused(final Session session, final Refusal cause) {
    }

    /**
     * A handler threw an exception: its message counts as consumed and is not delivered again. State that the handler
     * keeps may lack the message. Called right after the handler; the failure is counted for the subscription. The
     * exception also goes to the error handler of the bus; a {@link VirtualMachineError} is thrown by {@code poll}
     * instead, after this call.
     *
     * @param session of the message
     * @param sequence of the message
     * @param thrown by the handler
     */
    default void onFailed(final Session session, final long sequence, final Throwable thrown) {
    }

    /**
     * Nothing is heard of a session's publisher any more, though it has not closed the session; or, for good, the
     * subscription has fallen a whole log behind under {@link io.verbus.Policy#EVICT}. Not called for a publisher that
     * is heard but has nothing to say.
     *
     * @param lost what is known
     */
    default void onLost(final LostSession lost) {
    }

    /**
     * A session that was lost, not for good, goes on.
     *
     * @param session that is back
     * @param next sequence that will be delivered next
     */
    default void onBack(final Session session, final long next) {
    }

    /**
     * A session's publisher has closed it, and every message of it was delivered or reported.
     *
     * @param session that ended
     * @param messages how many frames the messages of the session took in all: the final sequence + 1
     */
    default void onEnded(final Session session, final long messages) {
    }
}
