package io.verbus.testkit.transport;

import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;

/** Two buses on two hosts: what a test can do only where there is a way between them. */
public interface RemoteUnderTest extends TransportUnderTest {
    /** Where publications listen. */
    String publishingAddress();

    /** Where a subscription can listen. */
    String subscribingAddress();

    /** A publication with endpoints of its own, though it may meet nobody yet. */
    Publication publishAt(PublicationSettings settings);

    /** A subscription with endpoints of its own, though it may meet nobody yet. */
    Subscription subscribeAt(SubscriptionSettings settings);

    /** Every connection has an accident, and ends at one of its sides. */
    void breakLinks();

    /** The subscriber's conductor takes turns, and what it and its readers have begun is done; the other rests. */
    void settleSubscriber();

    /** Whether a subscription that does not read gives no credit for further writes, however short they are. */
    default boolean canRunOutOfWrites() {
        return true;
    }
}
