package io.verbus.journal.serve;

import io.verbus.Policy;
import io.verbus.peer.Subscriber;
import io.verbus.peer.SubscriberListener;

/**
 * Whether whoever asked for an answer is there to read it. Who only looks on, under another policy than
 * {@link Policy#BLOCK}, does not count. Told by the conductor, asked by the thread that serves.
 */
final class Readership implements SubscriberListener {
    private volatile boolean there;
    private volatile boolean gone;

    @Override
    public void onJoined(final Subscriber subscriber) {
        there |= subscriber.policy() == Policy.BLOCK;
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final String cause) {
        gone |= subscriber.policy() == Policy.BLOCK;
    }

    @Override
    public void onLeft(final Subscriber subscriber, final String cause) {
        gone |= subscriber.policy() == Policy.BLOCK;
    }

    boolean isThere() {
        return there;
    }

    /** Whether nobody reads it to its end any more. */
    boolean isGone() {
        return gone;
    }
}
