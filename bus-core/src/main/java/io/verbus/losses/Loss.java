package io.verbus.losses;

import io.verbus.peer.Gap;
import io.verbus.position.SubscriptionIdentity;

/**
 * Messages that a subscription missed for good, as they stand in the loss report.
 *
 * @param epochNs when it was found, nanoseconds UTC since 1970
 * @param publisher whose messages they are
 * @param subscriber who missed them
 * @param first sequence that is missing
 * @param last sequence that is missing
 * @param cause in words, cut at 124 bytes
 */
public record Loss(long epochNs, Publisher publisher, Subscriber subscriber, long first, long last, String cause) {
    /**
     * One publisher's run on a stream.
     *
     * @param stream its name
     * @param session id
     * @param pid of its process
     */
    public record Publisher(String stream, long session, long pid) {}

    /**
     * A subscription.
     *
     * @param name that its user gave it, cut at 124 bytes
     * @param id of it
     * @param pid of its process
     */
    public record Subscriber(String name, long id, long pid) {}

    /**
     * What a subscription reports.
     *
     * @param gap that nothing fills
     * @param subscription that has it
     * @return the loss
     */
    public static Loss of(final Gap gap, final SubscriptionIdentity subscription) {
        return new Loss(gap.epochNs(),
                new Publisher(gap.session().stream(), gap.session().id(), gap.session().pid()),
                new Subscriber(subscription.name(), subscription.id(), subscription.pid()),
                gap.first(), gap.last(), gap.cause());
    }

    /** {@return how many messages are missing} */
    public long count() {
        return last - first + 1;
    }
}
