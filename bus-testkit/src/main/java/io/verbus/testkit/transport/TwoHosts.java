package io.verbus.testkit.transport;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Pusher;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.CounterKind;
import io.verbus.spi.TransportProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Two buses on two hosts, each with its own directory; publications listen. Manual clock, which also advances while a
 * connection is retried. The transport between them is left open.
 */
public abstract class TwoHosts implements RemoteUnderTest {
    /** For a publication that need not linger: bytes in flight need a moment. */
    private static final Duration LINGER = Duration.ofMillis(200);
    /** A failed connection is retried after a delay; a directory that has just changed is listed in each duty cycle. */
    private static final Duration RETRY = Duration.ofMillis(280);

    private final Path directory;
    private final SteppedBuses buses;
    private final String publishingAddress;
    private final String subscribingAddress;
    private final Bus publishing;
    private final Bus subscribing;

    /**
     * One of the two hosts.
     *
     * @param address where its bus can listen
     * @param transport of its bus
     * @param ids of its bus, such as those of sessions
     */
    public record Side(String address, TransportProvider transport, RandomGenerator ids) {
        /** A host with ids that cannot be predicted. */
        public Side(final String address, final TransportProvider transport) {
            this(address, transport, BusSettings.defaults().ids());
        }
    }

    /** Launches both buses. */
    protected TwoHosts(final Path directory, final Side publishing, final Side subscribing) {
        this.directory = directory;
        this.publishingAddress = publishing.address();
        this.subscribingAddress = subscribing.address();
        this.buses = new SteppedBuses(directory, PROGRESS_TIMEOUT);
        this.publishing = buses.launch("publishing", publishing.transport(), publishing.ids());
        this.subscribing = buses.launch("subscribing", subscribing.transport(), subscribing.ids());
    }

    /** The time of both hosts. */
    protected final long nowNs() {
        return buses.nowNs();
    }

    /** Advances the time only. */
    protected final void tick(final Duration time) {
        buses.tick(time);
    }

    @Override
    public final Bus publishing() {
        return publishing;
    }

    @Override
    public final Bus subscribing() {
        return subscribing;
    }

    @Override
    public final Publication publish(final PublicationSettings settings) {
        final Publication publication = publishAt(settings.withEndpoints(Endpoint.listen(publishingAddress))
                .withLinger(settings.linger().isZero() ? LINGER : settings.linger()));
        pass(RETRY);
        return publication;
    }

    @Override
    public final Subscription subscribe(final SubscriptionSettings settings) {
        final Subscription subscription = subscribing
                .subscribe(settings.withEndpoints(Endpoint.connect(publishingAddress)));
        settle();
        return subscription;
    }

    @Override
    public final Publication publishAt(final PublicationSettings settings) {
        return publishing.publish(settings.withPusher(pushers()));
    }

    /** The pushers of each publication. */
    protected Pusher[] pushers() {
        return new Pusher[0];
    }

    @Override
    public final Subscription subscribeAt(final SubscriptionSettings settings) {
        return subscribing.subscribe(settings);
    }

    @Override
    public final String publishingAddress() {
        return publishingAddress;
    }

    @Override
    public final String subscribingAddress() {
        return subscribingAddress;
    }

    @Override
    public final void pass(final Duration time) {
        buses.pass(time, this::settle);
    }

    @Override
    public final List<String> errors() {
        return buses.errors();
    }

    @Override
    public final long counter(final CounterKind kind) {
        return BusFiles.counter(directory.resolve("publishing"), kind)
                + BusFiles.counter(directory.resolve("subscribing"), kind);
    }

    @Override
    public final long files() {
        return BusFiles.ofStreams(directory.resolve("publishing"))
                + BusFiles.ofStreams(directory.resolve("subscribing"));
    }

    /** Lets the time pass by itself, for lingering. */
    protected final void beginClose() {
        buses.closing(true);
    }

    @Override
    public void close() {
        beginClose();
        publishing.close();
        subscribing.close();
    }
}
