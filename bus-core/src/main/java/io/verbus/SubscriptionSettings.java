package io.verbus;

/**
 * What a subscription is to be.
 *
 * @param stream its name
 * @param policy what happens when it is slow
 * @param start where it begins to read sessions that are there already
 * @param name by which publishers and counters call it, up to 124 bytes
 * @param listener hears of sessions and gaps
 */
public record SubscriptionSettings(String stream, Policy policy, Start start, String name, SessionListener listener) {
    /**
     * A subscription under {@link Policy#BLOCK} that starts live.
     *
     * @param stream its name
     * @return settings
     */
    public static SubscriptionSettings of(final String stream) {
        return new SubscriptionSettings(stream, Policy.BLOCK, Start.live(), "subscription", SessionListener.NONE);
    }

    /**
     * With another policy.
     *
     * @param newPolicy what happens when it is slow
     * @return settings
     */
    public SubscriptionSettings withPolicy(final Policy newPolicy) {
        return new SubscriptionSettings(stream, newPolicy, start, name, listener);
    }

    /**
     * With another start.
     *
     * @param newStart where to begin
     * @return settings
     */
    public SubscriptionSettings withStart(final Start newStart) {
        return new SubscriptionSettings(stream, policy, newStart, name, listener);
    }

    /**
     * With a name.
     *
     * @param newName for people
     * @return settings
     */
    public SubscriptionSettings withName(final String newName) {
        return new SubscriptionSettings(stream, policy, start, newName, listener);
    }

    /**
     * With a listener.
     *
     * @param newListener called by the polling thread
     * @return settings
     */
    public SubscriptionSettings withListener(final SessionListener newListener) {
        return new SubscriptionSettings(stream, policy, start, name, newListener);
    }
}
