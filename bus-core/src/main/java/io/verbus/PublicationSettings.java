package io.verbus;

import io.verbus.peer.SubscriberListener;
import java.time.Duration;
import java.util.List;

/**
 * What a publication is to be.
 *
 * @param stream its name: 1 to 120 letters, digits, dots, dashes and underscores
 * @param publisher name by which subscriptions know a restart of it, up to 124 bytes
 * @param capacity of its log in bytes, a power of two from 64 KiB to 1 GiB; a claim is at most a sixteenth of it
 * @param timestamps whether each message carries the time of its commit (costs a clock read, about 20 ns)
 * @param linger how long {@link Publication#close()} waits for subscriptions that are behind and do not go on
 * @param listener hears of subscriptions that come, go silent, or are evicted
 * @param endpoints where it meets subscriptions on other hosts; those on this host need none
 * @param pushesOnCommit whether each commit is pushed to other hosts at once; otherwise {@link Publication#flush()}
 *     does it for several
 * @param blocking subscriptions under {@link Policy#BLOCK} that the publication waits for; others read as under
 *     {@link Policy#SKIP}
 */
public record PublicationSettings(String stream, String publisher, int capacity, boolean timestamps, Duration linger,
        SubscriberListener listener, List<Endpoint> endpoints, boolean pushesOnCommit,
        BlockingReaders blocking) {
    /** Capacity unless set otherwise: 16 MiB, claims up to 1 MiB. */
    public static final int DEFAULT_CAPACITY = 16 << 20;

    private static final Duration MAX_LINGER = Duration.ofDays(1);

    /** Refuses a linger time that is none. */
    public PublicationSettings {
        endpoints = List.copyOf(endpoints);
        if (linger.isNegative() || linger.compareTo(MAX_LINGER) > 0) {
            throw new BusException("a linger time of " + linger + ": it must be from zero to a day");
        }
    }

    /**
     * A publication called "publisher" with 16 MiB of log, without timestamps, that lingers 5 s and may be blocked by
     * subscriptions under {@link Policy#BLOCK}.
     *
     * @param stream its name
     * @return settings
     */
    public static PublicationSettings of(final String stream) {
        return new PublicationSettings(stream, "publisher", DEFAULT_CAPACITY, false, Duration.ofSeconds(5),
                SubscriberListener.NONE, List.of(), true, BlockingReaders.allowed());
    }

    /**
     * With a publisher's name.
     *
     * @param newPublisher the same for each run of the same publisher
     * @return settings
     */
    public PublicationSettings withPublisher(final String newPublisher) {
        return new PublicationSettings(stream, newPublisher, capacity, timestamps, linger, listener, endpoints,
                pushesOnCommit, blocking);
    }

    /**
     * With another capacity.
     *
     * @param newCapacity in bytes, a power of two from 64 KiB to 1 GiB
     * @return settings
     */
    public PublicationSettings withCapacity(final int newCapacity) {
        return new PublicationSettings(stream, publisher, newCapacity, timestamps, linger, listener, endpoints,
                pushesOnCommit, blocking);
    }

    /**
     * With or without timestamps.
     *
     * @param newTimestamps whether each message carries the time of its commit
     * @return settings
     */
    public PublicationSettings withTimestamps(final boolean newTimestamps) {
        return new PublicationSettings(stream, publisher, capacity, newTimestamps, linger, listener, endpoints,
                pushesOnCommit, blocking);
    }

    /**
     * With another linger time.
     *
     * @param newLinger at most this long, counted anew whenever the subscription that is furthest behind goes on; zero
     *     does not wait at all
     * @return settings
     */
    public PublicationSettings withLinger(final Duration newLinger) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, newLinger, listener, endpoints,
                pushesOnCommit, blocking);
    }

    /**
     * With a listener.
     *
     * @param newListener called by the conductor
     * @return settings
     */
    public PublicationSettings withListener(final SubscriberListener newListener) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, linger, newListener, endpoints,
                pushesOnCommit, blocking);
    }

    /**
     * Meeting subscriptions on other hosts.
     *
     * @param newEndpoints where, all of one transport
     * @return settings
     */
    public PublicationSettings withEndpoints(final Endpoint... newEndpoints) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, linger, listener,
                List.of(newEndpoints), pushesOnCommit, blocking);
    }

    /**
     * With commits that are pushed at once, or by {@link Publication#flush()}: for bursts, of which one write is
     * cheaper than many. What nobody flushes is pushed in the next duty cycle.
     *
     * @param newPushesOnCommit whether each commit is pushed at once
     * @return settings
     */
    public PublicationSettings withPushesOnCommit(final boolean newPushesOnCommit) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, linger, listener, endpoints,
                newPushesOnCommit, blocking);
    }

    /**
     * With a choice of the subscriptions that may block the publication. All may unless this is called: a subscription
     * has to ask for {@link Policy#BLOCK}, and one that reads nothing is let go. A publisher that must not be delayed
     * refuses, or gives names.
     *
     * @param newBlocking subscriptions whose {@link Policy#BLOCK} is honoured
     * @return settings
     */
    public PublicationSettings withBlocking(final BlockingReaders newBlocking) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, linger, listener, endpoints,
                pushesOnCommit, newBlocking);
    }
}
