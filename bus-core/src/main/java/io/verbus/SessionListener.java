package io.verbus;

/**
 * Receives the events of a subscription's sessions. Called by the polling thread, inside {@code poll}, in order with
 * the messages.
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
     * @param first sequence that will be delivered, by the subscription or by a listener that accepted a gap
     */
    default void onStarted(final Session session, final long first) {
    }

    /**
     * A publisher that had closed or died has restarted. {@link #onStarted} for its new session follows at once.
     *
     * @param earlier session of the same publisher, ended or lost for good before this call
     * @param session new session
     */
    default void onRestarted(final Session earlier, final Session session) {
    }

    /**
     * Messages are missing that the subscription can no longer get from its publisher. A listener that can get them
     * from another source accepts the gap: it delivers them, or reports them as lost. This {@code poll} delivers no
     * later message.
     *
     * @param gap range and cause
     * @return true to accept the gap; false to count and report it: see {@link #onGap}
     */
    default boolean onMissing(final Gap gap) {
        return false;
    }

    /**
     * Messages are missing, and will not be filled.
     *
     * @param gap range and cause
     */
    default void onGap(final Gap gap) {
    }

    /**
     * A message may have changed while a handler read it: the subscription was stopped for longer than the progress
     * timeout under {@link io.verbus.Policy#BLOCK}, and evicted.
     *
     * @param session of the message
     * @param sequence of the message
     */
    default void onDoubtful(final Session session, final long sequence) {
    }

    /**
     * The publisher of a session does not honour {@link io.verbus.Policy#BLOCK}: the subscription reads the session as
     * under {@link io.verbus.Policy#SKIP}, and may miss messages if it is slow. Called when this begins, possibly
     * before {@link #onStarted}, and again if the cause changes. If the cause passes, the subscription gates the
     * publisher from then on, without a call.
     *
     * @param session of the publisher
     * @param cause why the policy is not honoured
     */
    default void onRefused(final Session session, final Refusal cause) {
    }

    /**
     * A handler threw an exception: its message counts as consumed and is not delivered again. The handler's state may
     * lack the message. Called right after the handler; the failure is counted for the subscription. The exception also
     * goes to the error handler of the bus; a {@link VirtualMachineError} is thrown by {@code poll} instead, after this
     * call.
     *
     * @param session of the message
     * @param sequence of the message
     * @param thrown by the handler
     */
    default void onFailed(final Session session, final long sequence, final Throwable thrown) {
    }

    /**
     * The publisher of a session is silent or dead, without having closed the session; or, for good, the subscription
     * was lapped under {@link io.verbus.Policy#EVICT}. Not called for a publisher that runs without publishing.
     *
     * @param lost the session and its known sequences
     */
    default void onLost(final LostSession lost) {
    }

    /**
     * A session that was lost, not for good, continues.
     *
     * @param session that is back
     * @param next sequence of the next message
     */
    default void onBack(final Session session, final long next) {
    }

    /**
     * The publisher has closed a session, and every message of it was delivered or reported.
     *
     * @param session that ended
     * @param messages number of frames in the session: the final sequence + 1
     */
    default void onEnded(final Session session, final long messages) {
    }
}
