package io.verbus;

/**
 * Receives the events of a subscription's sessions. Called by the polling thread, inside {@code poll}, in order with
 * the messages.
 */
@FunctionalInterface
public interface SessionListener {
    /** A listener that ignores everything. */
    SessionListener NONE = event -> {};

    /**
     * Receives an event. Later versions may add events, so a switch has a default branch.
     *
     * @param event of a session
     */
    void onEvent(SessionEvent event);

    /**
     * Messages are missing that the subscription can no longer get from its publisher. A listener that can get them
     * from another source accepts the gap: it delivers them, or reports them as lost. This {@code poll} delivers no
     * later message.
     *
     * @param gap range and cause
     * @return true to accept the gap; false to count it and report it as an event
     */
    default boolean onMissing(final Gap gap) {
        return false;
    }
}
