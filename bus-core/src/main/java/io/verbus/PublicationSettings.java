package io.verbus;

import io.verbus.internal.publisher.CursorPusher;
import java.time.Duration;
import java.util.List;

/**
 * Settings of a publication.
 *
 * @param stream name of the stream: 1 to 120 letters, digits, dots, dashes and underscores
 * @param publisher name that identifies the publisher across restarts, up to 124 bytes
 * @param capacity of the log in bytes, a power of two from 64 KiB to 1 GiB; a claim is at most a sixteenth of it
 * @param timestamps whether each message carries the time of its commit (costs a clock read, about 20 ns)
 * @param linger longest wait of {@link Publication#close()} without progress of the slowest subscription
 * @param listener is notified of subscriptions that join, become silent, or are evicted
 * @param endpoints addresses for subscriptions on other hosts; none are needed for those on this host
 * @param pushesOnCommit whether each commit is pushed to other hosts at once; otherwise {@link Publication#flush()}
 *     pushes several
 * @param blocking subscriptions that may block the publication; others read as under {@link Policy#SKIP}
 * @param pushers that push to other hosts in place of the publishing thread; none by default
 */
public record PublicationSettings(String stream, String publisher, int capacity, boolean timestamps, Duration linger,
        SubscriberListener listener, List<Endpoint> endpoints, boolean pushesOnCommit,
        BlockingPermission blocking, List<Pusher> pushers) {
    /** Default capacity: 16 MiB, claims up to 1 MiB. */
    public static final int DEFAULT_CAPACITY = 16 << 20;

    private static final Duration MAX_LINGER = Duration.ofDays(1);

    /** Checks the linger time. */
    public PublicationSettings {
        endpoints = List.copyOf(endpoints);
        pushers = List.copyOf(pushers);
        if (linger.isNegative() || linger.compareTo(MAX_LINGER) > 0) {
            throw new BusException("invalid linger time " + linger + ": use 0 to 1 day");
        }
    }

    /**
     * A publication named "publisher" with 16 MiB of log, without timestamps, with a linger time of 5 s, that honours
     * {@link Policy#BLOCK} for all subscriptions.
     *
     * @param stream name of the stream
     * @return settings
     */
    public static PublicationSettings of(final String stream) {
        return new PublicationSettings(stream, "publisher", DEFAULT_CAPACITY, false, Duration.ofSeconds(5),
                SubscriberListener.NONE, List.of(), true, BlockingPermission.allowed(), List.of());
    }

    /**
     * With another publisher name.
     *
     * @param newPublisher the same for each run of the same publisher
     * @return settings
     */
    public PublicationSettings withPublisher(final String newPublisher) {
        return new PublicationSettings(stream, newPublisher, capacity, timestamps, linger, listener, endpoints,
                pushesOnCommit, blocking, pushers);
    }

    /**
     * With another capacity.
     *
     * @param newCapacity in bytes, a power of two from 64 KiB to 1 GiB
     * @return settings
     */
    public PublicationSettings withCapacity(final int newCapacity) {
        return new PublicationSettings(stream, publisher, newCapacity, timestamps, linger, listener, endpoints,
                pushesOnCommit, blocking, pushers);
    }

    /**
     * With or without timestamps.
     *
     * @param newTimestamps whether each message carries the time of its commit
     * @return settings
     */
    public PublicationSettings withTimestamps(final boolean newTimestamps) {
        return new PublicationSettings(stream, publisher, capacity, newTimestamps, linger, listener, endpoints,
                pushesOnCommit, blocking, pushers);
    }

    /**
     * With another linger time.
     *
     * @param newLinger restarts whenever the subscription with the greatest lag makes progress; zero does not wait at
     *     all
     * @return settings
     */
    public PublicationSettings withLinger(final Duration newLinger) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, newLinger, listener, endpoints,
                pushesOnCommit, blocking, pushers);
    }

    /**
     * With a listener.
     *
     * @param newListener called by the conductor
     * @return settings
     */
    public PublicationSettings withListener(final SubscriberListener newListener) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, linger, newListener, endpoints,
                pushesOnCommit, blocking, pushers);
    }

    /**
     * With endpoints for subscriptions on other hosts.
     *
     * @param newEndpoints addresses, all of one transport
     * @return settings
     */
    public PublicationSettings withEndpoints(final Endpoint... newEndpoints) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, linger, listener,
                List.of(newEndpoints), pushesOnCommit, blocking, pushers);
    }

    /**
     * With or without a push on each commit. Without, {@link Publication#flush()} pushes a burst in one write, which is
     * cheaper than many. Commits without a flush are pushed in the next duty cycle.
     *
     * @param newPushesOnCommit whether each commit is pushed at once
     * @return settings
     */
    public PublicationSettings withPushesOnCommit(final boolean newPushesOnCommit) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, linger, listener, endpoints,
                newPushesOnCommit, blocking, pushers);
    }

    /**
     * With a choice of the subscriptions that may block the publication. By default all may that request {@link
     * Policy#BLOCK}, of other hosts without a secret only {@linkplain BlockingPermission#named named} ones; one that
     * consumes nothing is evicted. A publisher that must not be delayed refuses all, or allows names.
     *
     * @param newBlocking subscriptions that may block the publication
     * @return settings
     */
    public PublicationSettings withBlocking(final BlockingPermission newBlocking) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, linger, listener, endpoints,
                pushesOnCommit, newBlocking, pushers);
    }

    /**
     * With pushers, which push in place of the publishing thread: commits then cost the same for any number of
     * subscriptions on other hosts. {@link #withPushesOnCommit} and {@link Publication#flush()} have no effect then.
     *
     * @param newPushers each run by a thread of its own; they share the subscriptions on other hosts; none for pushes
     *     by the publishing thread
     * @return settings
     */
    public PublicationSettings withPusher(final Pusher... newPushers) {
        return new PublicationSettings(stream, publisher, capacity, timestamps, linger, listener, endpoints,
                pushesOnCommit, blocking, List.of(newPushers));
    }

    /** Whether the publishing thread pushes each commit. */
    boolean isPushedByCommits() {
        return pushesOnCommit && pushers.isEmpty();
    }

    List<CursorPusher> cursorPushers() {
        return pushers.stream().map(Pusher::cursors).toList();
    }
}
