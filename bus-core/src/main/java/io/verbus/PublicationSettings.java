package io.verbus;

import io.verbus.internal.publisher.CursorPusher;
import java.time.Duration;
import java.util.List;

/** Settings of a publication. Immutable: each {@code with} method returns changed settings. */
public final class PublicationSettings extends ImmutableSettings<PublicationSettings> {
    /** Default capacity: 16 MiB, claims up to 1 MiB. */
    public static final int DEFAULT_CAPACITY = 16 << 20;

    private static final Duration MAX_LINGER = Duration.ofDays(1);

    private String stream;
    private String publisher = "publisher";
    private int capacity = DEFAULT_CAPACITY;
    private boolean timestamps;
    private Duration linger = Duration.ofSeconds(5);
    private SubscriberListener listener = SubscriberListener.NONE;
    private List<Endpoint> endpoints = List.of();
    private boolean pushesOnCommit = true;
    private BlockingPermission blocking = BlockingPermission.allowed();
    private List<Pusher> pushers = List.of();

    private PublicationSettings() {
    }

    /**
     * A publication named "publisher" with 16 MiB of log, without timestamps, with a linger time of 5 s, that honours
     * {@link Policy#BLOCK} for all subscriptions.
     *
     * @param stream name of the stream
     * @return settings
     */
    public static PublicationSettings of(final String stream) {
        return new PublicationSettings().with(copy -> copy.stream = stream);
    }

    /**
     * With another publisher name.
     *
     * @param newPublisher the same for each run of the same publisher
     * @return settings
     */
    public PublicationSettings withPublisher(final String newPublisher) {
        return with(copy -> copy.publisher = newPublisher);
    }

    /**
     * With another capacity.
     *
     * @param newCapacity in bytes, a power of two from 64 KiB to 1 GiB
     * @return settings
     */
    public PublicationSettings withCapacity(final int newCapacity) {
        return with(copy -> copy.capacity = newCapacity);
    }

    /**
     * With or without timestamps.
     *
     * @param newTimestamps whether each message carries the time of its commit
     * @return settings
     */
    public PublicationSettings withTimestamps(final boolean newTimestamps) {
        return with(copy -> copy.timestamps = newTimestamps);
    }

    /**
     * With another linger time.
     *
     * @param newLinger restarts whenever the subscription with the greatest lag makes progress; zero does not wait at
     *     all
     * @return settings
     */
    public PublicationSettings withLinger(final Duration newLinger) {
        return with(copy -> copy.linger = newLinger);
    }

    /**
     * With a listener.
     *
     * @param newListener called by the conductor
     * @return settings
     */
    public PublicationSettings withListener(final SubscriberListener newListener) {
        return with(copy -> copy.listener = newListener);
    }

    /**
     * With endpoints for subscriptions on other hosts, of one transport or of several. Of the addresses to connect to,
     * several may lead to one subscription, and one of them is used at a time.
     *
     * @param newEndpoints addresses, the preferred ones first
     * @return settings
     */
    public PublicationSettings withEndpoints(final Endpoint... newEndpoints) {
        return with(copy -> copy.endpoints = List.of(newEndpoints));
    }

    /**
     * With or without a push on each commit. Without, {@link Publication#flush()} pushes a burst in one write, which is
     * cheaper than many. Commits without a flush are pushed in the next duty cycle.
     *
     * @param newPushesOnCommit whether each commit is pushed at once
     * @return settings
     */
    public PublicationSettings withPushesOnCommit(final boolean newPushesOnCommit) {
        return with(copy -> copy.pushesOnCommit = newPushesOnCommit);
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
        return with(copy -> copy.blocking = newBlocking);
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
        return with(copy -> copy.pushers = List.of(newPushers));
    }

    /** Whether the publishing thread pushes each commit. */
    boolean isPushedByCommits() {
        return pushesOnCommit && pushers.isEmpty();
    }

    List<CursorPusher> cursorPushers() {
        return pushers.stream().map(Pusher::cursors).toList();
    }

    /** {@return name of the stream: 1 to 120 letters, digits, dots, dashes and underscores} */
    public String stream() {
        return stream;
    }

    /** {@return name that identifies the publisher across restarts, up to 124 bytes} */
    public String publisher() {
        return publisher;
    }

    /**
     * {@return capacity of the log in bytes, a power of two from 64 KiB to 1 GiB; a claim is at most a sixteenth of it}
     */
    public int capacity() {
        return capacity;
    }

    /** {@return whether each message carries the time of its commit (costs a clock read, about 20 ns)} */
    public boolean timestamps() {
        return timestamps;
    }

    /** {@return longest wait of {@link Publication#close()} without progress of the slowest subscription} */
    public Duration linger() {
        return linger;
    }

    SubscriberListener listener() {
        return listener;
    }

    /** {@return addresses for subscriptions on other hosts; none are needed for those on this host} */
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /**
     * {@return whether each commit is pushed to other hosts at once; otherwise {@link Publication#flush()} pushes
     * several}
     */
    public boolean pushesOnCommit() {
        return pushesOnCommit;
    }

    /** {@return subscriptions that may block the publication; others read as under {@link Policy#SKIP}} */
    public BlockingPermission blocking() {
        return blocking;
    }

    @Override
    protected void check() {
        if (linger.isNegative() || linger.compareTo(MAX_LINGER) > 0) {
            throw new BusException("invalid linger time " + linger + ": use 0 to 1 day");
        }
    }
}
