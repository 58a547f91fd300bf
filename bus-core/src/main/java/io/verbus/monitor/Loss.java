package io.verbus.monitor;

import io.verbus.Gap;
import io.verbus.spi.SubscriptionIdentity;

/**
 * A final loss of a subscription, as recorded in the loss report: one gap, or the sum of several.
 *
 * @param epochNs when the gap was found, nanoseconds UTC since 1970; of a sum, the newest gap
 * @param publisher of the lost messages
 * @param subscriber that missed them
 * @param extent the missing sequences
 * @param cause in words, cut at 124 bytes; of a sum, the newest
 */
public record Loss(long epochNs, Publisher publisher, Subscriber subscriber, Extent extent, String cause) {
    /**
     * The missing sequences.
     *
     * @param first missing sequence
     * @param last missing sequence
     * @param messages number of missing messages; all from first to last if there is one gap
     * @param gaps number of gaps
     */
    public record Extent(long first, long last, long messages, long gaps) {}

    /**
     * One gap.
     *
     * @param epochNs when the gap was found, nanoseconds UTC since 1970
     * @param publisher of the lost messages
     * @param subscriber that missed them
     * @param first missing sequence
     * @param last missing sequence
     * @param cause in words, cut at 124 bytes
     */
    public Loss(final long epochNs, final Publisher publisher, final Subscriber subscriber, final long first,
            final long last, final String cause) {
        this(epochNs, publisher, subscriber, new Extent(first, last, last - first + 1, 1), cause);
    }

    /**
     * A publisher's session on a stream.
     *
     * @param stream name of the stream
     * @param session id of the session
     * @param pid of its process
     */
    public record Publisher(String stream, long session, long pid) {}

    /**
     * A subscription.
     *
     * @param name chosen by the user, cut at 124 bytes
     * @param id of the subscription
     * @param pid of its process
     */
    public record Subscriber(String name, long id, long pid) {}

    /**
     * The loss for a gap of a subscription.
     *
     * @param gap that was not filled
     * @param subscription with the gap
     * @return the loss
     */
    public static Loss of(final Gap gap, final SubscriptionIdentity subscription) {
        return new Loss(gap.epochNs(),
                new Publisher(gap.session().stream(), gap.session().id(), gap.session().pid()),
                new Subscriber(subscription.name(), subscription.id(), subscription.pid()),
                gap.first(), gap.last(), gap.cause());
    }

    /** {@return the first missing sequence} */
    public long first() {
        return extent.first();
    }

    /** {@return the last missing sequence} */
    public long last() {
        return extent.last();
    }

    /** {@return the number of missing messages} */
    public long count() {
        return extent.messages();
    }

    /** {@return the number of gaps} */
    public long gaps() {
        return extent.gaps();
    }

    /**
     * Returns whether both are losses of one subscription in one session.
     *
     * @param newer the other loss
     * @return whether {@link #plus} may be called
     */
    public boolean canBeSummed(final Loss newer) {
        return publisher.equals(newer.publisher) && subscriber.equals(newer.subscriber);
    }

    /**
     * Returns the sum of this loss and a newer one.
     *
     * @param newer loss of the same subscription and session
     * @return one loss with the range, messages and gaps of both
     */
    public Loss plus(final Loss newer) {
        return new Loss(newer.epochNs, publisher, subscriber, new Extent(Math.min(first(), newer.first()),
                Math.max(last(), newer.last()), count() + newer.count(), gaps() + newer.gaps()), newer.cause);
    }
}
