package io.verbus;

/**
 * An event of a session, for the {@link SessionListener} of a subscription.
 *
 * <pre>
 *   Started ──▶ (messages, Gap) ──▶ Ended
 *                  │    ▲      ╲
 *      LostSession ▼    │ Back  ╲──▶ LostSession for good ──▶ Restarted: another session of the same publisher
 *                 (silence)
 * </pre>
 */
public sealed interface SessionEvent permits Gap, LostSession, SessionEvent.Started, SessionEvent.Restarted,
        SessionEvent.Doubtful, SessionEvent.Refused, SessionEvent.Failed, SessionEvent.Back, SessionEvent.Ended {
    /** {@return the session of the event} */
    Session session();

    /**
     * A session was joined; its messages follow.
     *
     * @param session that was joined
     * @param first sequence that will be delivered, by the subscription or by a listener that accepted a gap
     */
    record Started(Session session, long first) implements SessionEvent {}

    /**
     * A publisher that had closed or died has restarted. {@link Started} for its new session follows at once.
     *
     * @param earlier session of the same publisher, ended or lost for good before this event
     * @param session new session
     */
    record Restarted(Session earlier, Session session) implements SessionEvent {}

    /**
     * A message may have changed while a handler read it: the subscription was stopped for longer than the progress
     * timeout under {@link Policy#BLOCK}, and evicted.
     *
     * @param session of the message
     * @param sequence of the message
     */
    record Doubtful(Session session, long sequence) implements SessionEvent {}

    /**
     * The publisher of a session does not honour {@link Policy#BLOCK}: the subscription reads the session as under
     * {@link Policy#SKIP}, and may miss messages if it is slow. Reported when this begins, possibly before
     * {@link Started}, and again if the cause changes. If the cause passes, the subscription gates the publisher from
     * then on, without an event.
     *
     * @param session of the publisher
     * @param cause why the policy is not honoured
     */
    record Refused(Session session, Refusal cause) implements SessionEvent {}

    /**
     * A handler threw an exception: its message counts as consumed and is not delivered again. The handler's state may
     * lack the message. Reported right after the handler; the failure is counted for the subscription. The exception
     * also goes to the error handler of the bus; a {@link VirtualMachineError} is thrown by {@code poll} instead, after
     * this event.
     *
     * @param session of the message
     * @param sequence of the message
     * @param thrown by the handler
     */
    record Failed(Session session, long sequence, Throwable thrown) implements SessionEvent {}

    /**
     * A session that was lost, not for good, continues.
     *
     * @param session that is back
     * @param next sequence of the next message
     */
    record Back(Session session, long next) implements SessionEvent {}

    /**
     * The publisher has closed a session, and every message of it was delivered or reported.
     *
     * @param session that ended
     * @param messages number of frames in the session: the final sequence + 1
     */
    record Ended(Session session, long messages) implements SessionEvent {}
}
