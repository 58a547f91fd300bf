package io.verbus.peer;

/**
 * Hears what becomes of the subscriptions that read a publication. Called by the conductor, one call at a time, the
 * first perhaps before {@code publish} returns: it must not wait, and must not use the publication beyond
 * {@code subscribers()}.
 */
public interface SubscriberListener {
    /** A listener that ignores everything. */
    SubscriberListener NONE = new SubscriberListener() {};

    /**
     * A subscription reads this publication. Under {@link io.verbus.Policy#BLOCK}: and is waited for from now on, also
     * again after an eviction.
     *
     * @param subscriber who it is
     */
    default void onJoined(final Subscriber subscriber) {
    }

    /**
     * The process of a subscription gives no sign of life, but is not dead: stopped, or starved of CPU time. It is only
     * reported; nobody is let go for being silent.
     *
     * @param subscriber who it is
     */
    default void onSilent(final Subscriber subscriber) {
    }

    /**
     * The process of a subscription that was silent gives signs of life again, or one that was disconnected is
     * connected again.
     *
     * @param subscriber who it is
     */
    default void onBack(final Subscriber subscriber) {
    }

    /**
     * The connection to a subscription on another host has ended, and it is waited for
     * ({@link io.verbus.Policy#BLOCK}): it may come back within the progress time-out, and then {@link #onBack} is
     * called. One that is not waited for has left.
     *
     * @param subscriber who it is
     * @param cause in words
     */
    default void onDisconnected(final Subscriber subscriber, final String cause) {
    }

    /**
     * A subscription that held up a claim and consumed nothing for the progress time-out is not waited for any more. Or
     * it fell a whole log behind under {@link io.verbus.Policy#EVICT}, and has lost this session for good; on this host
     * that is heard when it has found out itself, at its next poll.
     *
     * @param subscriber who it is
     * @param cause in words
     */
    default void onEvicted(final Subscriber subscriber, final String cause) {
    }

    /**
     * A subscription asks to be waited for ({@link io.verbus.Policy#BLOCK}), and is not: it reads as under
     * {@link io.verbus.Policy#SKIP}, and is notified. If the cause passes, it is waited for from then on; no method is
     * called then.
     *
     * @param subscriber which; {@link Subscriber#refusal()} is the cause
     */
    default void onRefused(final Subscriber subscriber) {
    }

    /**
     * A subscription does not read this publication any more.
     *
     * @param subscriber who it was
     * @param cause in words: closed, or its process died
     */
    default void onLeft(final Subscriber subscriber, final String cause) {
    }
}
