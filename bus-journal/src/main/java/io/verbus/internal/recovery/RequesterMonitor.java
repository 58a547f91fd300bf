package io.verbus.internal.recovery;

import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Policy;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;

/**
 * Tracks whether the requester reads the response. A subscriber under a policy other than {@link Policy#BLOCK} is an
 * observer and does not count. Updated by the conductor, queried by the serving thread.
 */
final class RequesterMonitor implements SubscriberListener {
    private volatile boolean joined;
    private volatile boolean left;

    @Override
    public void onJoined(final Subscriber subscriber) {
        joined |= subscriber.policy() == Policy.BLOCK;
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final EvictionCause cause, final String description) {
        left |= subscriber.policy() == Policy.BLOCK;
    }

    @Override
    public void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
        left |= subscriber.policy() == Policy.BLOCK;
    }

    boolean hasJoined() {
        return joined;
    }

    /** Whether the requester has left or was evicted. */
    boolean hasLeft() {
        return left;
    }
}
