package io.verbus.testkit.transport;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Two buses on two hosts, each with its own directory; publications listen. Manual clock, which also advances while a
 * connection is retried. The transport between them is left open.
 */
public abstract class TwoHosts implements RemoteUnderTest {
    private static final Duration DUTY_CYCLE = Duration.ofMillis(20);
    /** For a publication that need not linger: bytes in flight need a moment. */
    private static final Duration LINGER = Duration.ofMillis(200);
    /** A failed connection is retried after a delay; a directory that has just changed is listed in each duty cycle. */
    private static final Duration RETRY = Duration.ofMillis(280);
    private static final Duration CLOSING_STEP = Duration.ofMillis(10);

    private final Path directory;
    private final AtomicLong nowNs = new AtomicLong(1_000_000_000);
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final String publishingAddress;
    private final String subscribingAddress;
    private final Bus publishing;
    private final Bus subscribing;
    private volatile boolean closing;

    /**
     * One of the two hosts.
     *
     * @param address where its bus can listen
     * @param transport of its bus
     */
    public record Side(String address, TransportProvider transport) {}

    /** Launches both buses. */
    protected TwoHosts(final Path directory, final Side publishing, final Side subscribing) {
        this.directory = directory;
        this.publishingAddress = publishing.address();
        this.subscribingAddress = subscribing.address();
        this.publishing = launch(publishing.transport(), "publishing");
        this.subscribing = launch(subscribing.transport(), "subscribing");
    }

    private Bus launch(final TransportProvider transport, final String name) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory.resolve(name)).withoutThread()
                .withProgressTimeout(PROGRESS_TIMEOUT).withDutyCycle(DUTY_CYCLE).withErrorHandler(this::onError)
                .withClocks(new Clocks(this::clock, this::clock)).withTransports(List.of(transport)));
    }

    /** Lingering while a bus closes needs a clock that advances. */
    private long clock() {
        return closing ? nowNs.addAndGet(CLOSING_STEP.toNanos()) : nowNs.get();
    }

    /** A missing peer is not an error of a test. */
    private void onError(final Throwable t) {
        if (!t.toString().endsWith("(trying again)")) {
            errors.add(t.toString());
        }
    }

    /** The time of both hosts. */
    protected final long nowNs() {
        return nowNs.get();
    }

    /** Advances the time only. */
    protected final void tick(final Duration time) {
        nowNs.addAndGet(time.toNanos());
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
        final long untilNs = nowNs.get() + time.toNanos();
        while (nowNs.get() < untilNs) {
            nowNs.set(Math.min(untilNs, nowNs.get() + DUTY_CYCLE.toNanos()));
            settle();
        }
    }

    @Override
    public final List<String> errors() {
        return errors;
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

    @Override
    public void close() {
        closing = true;
        publishing.close();
        subscribing.close();
    }
}
