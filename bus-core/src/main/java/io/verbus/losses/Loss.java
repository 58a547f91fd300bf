package io.verbus.losses;

import io.verbus.peer.Gap;
import io.verbus.position.SubscriptionIdentity;

/**
 * Messages that a subscription missed for good, as they stand in the loss report: one gap, or the sum of several.
 *
 * @param epochNs when it was found, nanoseconds UTC since 1970; of a sum, the newest gap
 * @param publisher whose messages they are
 * @param subscriber that missed them
 * @param extent what is missing
 * @param cause in words, cut at 124 bytes; of a sum, the newest
 */
public record Loss(long epochNs, Publisher publisher, Subscriber subscriber, Extent extent, String cause) {
    /**
     * What is missing.
     *
     * @param first sequence that is missing
     * @param last sequence that is missing
     * @param messages that are missing; all from first to last where there is one gap
     * @param gaps that they are in
     */
    public record Extent(long first, long last, long messages, long gaps) {}

    /**
     * One gap.
     *
     * @param epochNs when it was found, nanoseconds UTC since 1970
     * @param publisher whose messages they are
     * @param subscriber that missed them
     * @param first sequence that is missing
     * @param last sequence that is missing
     * @param cause in words, cut at 124 bytes
     */
    public Loss(final long epochNs, final Publisher publisher, final Subscriber subscriber, final long first,
            final long last, final String cause) {
        this(epochNs, publisher, subscriber, new Extent(first, last, last - first + 1, 1), cause);
    }

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

    /** {@return the first sequence that is missing} */
    public long first() {
        return extent.first();
    }

    /** {@return the last sequence that is missing} */
    public long last() {
        return extent.last();
    }

    /** {@return how many messages are missing} */
    public long count() {
        return extent.messages();
    }

    /** {@return how many gaps they are in} */
    public long gaps() {
        return extent.gaps();
    }

    /** Whether both are losses of one subscription in one session. */
    boolean canBeSummed(final Loss newer) {
        return publisher.equals(newer.publisher) && subscriber.equals(newer.subscriber);
    }

    /** The sum of this loss and a newer one. */
    Loss plus(final Loss newer) {
        return new Loss(newer.epochNs, publisher, subscriber, new Extent(Math.min(first(), newer.first()),
                Math.max(last(), newer.last()), count() + newer.count(), gaps() + newer.gaps()), newer.cause);
    }
}
