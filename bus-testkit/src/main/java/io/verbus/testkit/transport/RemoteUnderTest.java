package io.verbus.testkit.transport;

import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;

/** Two buses on two hosts: operations of tests that need a connection between hosts. */
public interface RemoteUnderTest extends TransportUnderTest {
    /** The address where publications listen. */
    String publishingAddress();

    /** The address where a subscription can listen. */
    String subscribingAddress();

    /** A publication with its own endpoints; it need not have a peer. */
    Publication publishAt(PublicationSettings settings);

    /** A subscription with its own endpoints; it need not have a peer. */
    Subscription subscribeAt(SubscriptionSettings settings);

    /** Breaks every connection, at one of its ends. */
    void breakLinks();

    /** Runs the subscriber's conductor until all its requests are done; the publisher's conductor does not run. */
    void settleSubscriber();

    /** Whether the credit of a subscription that does not read limits the number of writes, however short they are. */
    default boolean canRunOutOfWrites() {
        return true;
    }

    /** Whether the device may take requests so slowly that pushes are merged: then a burst need not use up credit. */
    default boolean canMergePushes() {
        return false;
    }
}
