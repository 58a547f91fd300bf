package io.verbus;

/**
 * Receives the events of a publication's subscriptions. Called by the conductor, one call at a time, possibly before
 * {@code publish} returns: it must not wait, and must not use the publication except {@code subscribers()}.
 */
public interface SubscriberListener {
    /** A listener that ignores everything. */
    SubscriberListener NONE = new SubscriberListener() {};

    /**
     * A subscription reads this publication. Under {@link io.verbus.Policy#BLOCK} it gates the publication from now on,
     * also again after an eviction.
     *
     * @param subscriber the subscription
     */
    default void onJoined(final Subscriber subscriber) {
    }

    /**
     * The process of a subscription has no heartbeat, but is not dead: stopped, or starved of CPU time. This is only
     * reported; silence does not cause an eviction.
     *
     * @param subscriber the subscription
     */
    default void onSilent(final Subscriber subscriber) {
    }

    /**
     * The heartbeat of a silent subscription has returned, or a disconnected one is connected again.
     *
     * @param subscriber the subscription
     */
    default void onBack(final Subscriber subscriber) {
    }

    /**
     * The connection to a subscription on another host has ended, and the subscription gates the publication ({@link
     * io.verbus.Policy#BLOCK}): if it returns within the progress timeout, {@link #onBack} is called. A subscription
     * that does not gate the publication has left instead.
     *
     * @param subscriber the subscription
     * @param cause for programs
     * @param description the cause in words, for operators
     */
    default void onDisconnected(final Subscriber subscriber, final DepartureCause cause, final String description) {
    }

    /**
     * A subscription that caused refused claims and consumed nothing for the progress timeout no longer gates the
     * publication. Or it was lapped under {@link io.verbus.Policy#EVICT}, and has lost this session for good; on this
     * host, the call follows its next poll.
     *
     * @param subscriber the subscription
     * @param cause for programs
     * @param description the cause in words, with figures, for operators
     */
    default void onEvicted(final Subscriber subscriber, final EvictionCause cause, final String description) {
    }

    /**
     * A subscription requests {@link io.verbus.Policy#BLOCK}, and it is not honoured: it reads as under {@link
     * io.verbus.Policy#SKIP}, and is notified. If the cause passes, it gates the publication from then on, without a
     * call.
     *
     * @param subscriber the subscription; {@link Subscriber#refusal()} is the cause
     */
    default void onRefused(final Subscriber subscriber) {
    }

    /**
     * A subscription no longer reads this publication.
     *
     * @param subscriber the subscription
     * @param cause for programs
     * @param description the cause in words, for operators
     */
    default void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
    }
}
