package io.verbus;

/**
 * A session that was not closed, after its publisher has become silent or died; or, for good, after the subscription
 * was lapped under {@link Policy#EVICT}. Not reported for a publisher that runs without publishing.
 *
 * @param session that is lost
 * @param next sequence of the next message to deliver; all earlier ones were delivered or reported
 * @param knownNext newest known next sequence of the publisher, at least {@code next}
 * @param cause for programs
 * @param description the cause in words, with figures, for operators
 */
public record LostSession(Session session, long next, long knownNext, LossCause cause, String description)
        implements
            SessionEvent {
    /**
     * {@return whether the session cannot resume: known messages that were not delivered have been reported as a gap}
     * Otherwise the session continues if the publisher returns.
     */
    public boolean forGood() {
        return cause.isForGood();
    }
}
