package io.verbus.testkit.fabric;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.counters.CounterKind;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.BusFiles;
import io.verbus.testkit.transport.RemoteUnderTest;
import io.verbus.testkit.transport.Word;
import io.verbus.time.Clocks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Two buses on two hosts of a fabric, each with a directory of its own; publications listen. Its time passes when it is
 * told, and while somebody has to try again.
 */
public final class FabricPair implements RemoteUnderTest {
    private static final String ADDRESS = "sim://publishing:1";
    private static final Duration DUTY_CYCLE = Duration.ofMillis(20);
    /** Of a publication that is not to linger: what is under way needs a moment. */
    private static final Duration LINGER = Duration.ofMillis(200);
    /** Whoever found nobody tries again after a while. */
    private static final Duration RETRY = Duration.ofMillis(280);
    private static final Duration CLOSING_STEP = Duration.ofMillis(1);
    private static final int MAX_ROUNDS = 10_000;

    private final Path directory;
    private final Fabric fabric;
    private final AtomicLong nowNs = new AtomicLong(1_000_000_000);
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final FabricProvider publishingProcess;
    private final FabricProvider subscribingProcess;
    private final Bus publishing;
    private final Bus subscribing;
    private boolean subscribed;
    private volatile boolean closing;

    private FabricPair(final Path directory, final FabricSettings settings) {
        this.directory = directory;
        this.fabric = new Fabric(System.nanoTime(), settings);
        this.publishingProcess = fabric.process("publishing");
        this.subscribingProcess = fabric.process("subscribing");
        this.publishing = launch(publishingProcess, "publishing");
        this.subscribing = launch(subscribingProcess, "subscribing");
    }

    /** Opens both. */
    public static FabricPair open(final Path directory, final FabricSettings settings) {
        return new FabricPair(directory, settings);
    }

    private Bus launch(final FabricProvider process, final String name) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory.resolve(name)).withoutThread()
                .withProgressTimeout(PROGRESS_TIMEOUT).withDutyCycle(DUTY_CYCLE).withErrorHandler(this::onError)
                .withClocks(new Clocks(this::nowNs, this::nowNs)).withTransports(List.of(process)));
    }

    /** Who lingers while a bus is closed needs a clock that moves. */
    private long nowNs() {
        return closing ? nowNs.addAndGet(CLOSING_STEP.toNanos()) : nowNs.get();
    }

    /** That nobody is there yet, or any more, is no error of a test's. */
    private void onError(final Throwable t) {
        if (!t.toString().endsWith("(trying again)")) {
            errors.add(t.toString());
        }
    }

    public Fabric fabric() {
        return fabric;
    }

    @Override
    public Bus publishing() {
        return publishing;
    }

    @Override
    public Bus subscribing() {
        return subscribing;
    }

    @Override
    public Publication publish(final PublicationSettings settings) {
        final Publication publication = publishing.publish(settings.withEndpoints(Endpoint.listen(ADDRESS))
                .withLinger(settings.linger().isZero() ? LINGER : settings.linger()));
        if (subscribed) {
            pass(RETRY);
        }
        settle();
        return publication;
    }

    @Override
    public Subscription subscribe(final SubscriptionSettings settings) {
        subscribed = true;
        final Subscription subscription = subscribing
                .subscribe(settings.withEndpoints(Endpoint.connect(ADDRESS)));
        settle();
        return subscription;
    }

    @Override
    public Publication publishAt(final PublicationSettings settings) {
        return publishing.publish(settings);
    }

    @Override
    public Subscription subscribeAt(final SubscriptionSettings settings) {
        return subscribing.subscribe(settings);
    }

    @Override
    public String publishingAddress() {
        return ADDRESS;
    }

    @Override
    public String subscribingAddress() {
        return "sim://subscribing:2";
    }

    @Override
    public void breakLinks() {
        fabric.breakAll();
    }

    @Override
    public void settle() {
        long before = -1;
        for (int round = 0; before != fabric.writes() || fabric.isConnecting(); round++) {
            if (round > MAX_ROUNDS) {
                throw new AssertionError("it does not come to rest: " + fabric.notes());
            }
            before = fabric.writes();
            subscribing.doWork();
            fabric.settle(nowNs.get());
            publishing.doWork();
            fabric.settle(nowNs.get());
        }
    }

    @Override
    public boolean arrive() {
        final long before = fabric.writes();
        settle();
        return fabric.writes() != before;
    }

    @Override
    public void pass(final Duration time) {
        final long untilNs = nowNs.get() + time.toNanos();
        while (nowNs.get() < untilNs) {
            nowNs.set(Math.min(untilNs, nowNs.get() + DUTY_CYCLE.toNanos()));
            settle();
        }
    }

    @Override
    public List<String> errors() {
        return errors;
    }

    @Override
    public long counter(final CounterKind kind) {
        return BusFiles.counter(directory.resolve("publishing"), kind)
                + BusFiles.counter(directory.resolve("subscribing"), kind);
    }

    @Override
    public long files() {
        return BusFiles.ofStreams(directory.resolve("publishing"))
                + BusFiles.ofStreams(directory.resolve("subscribing"));
    }

    @Override
    public List<Word> wordsOf(final Publication publication) {
        return fabric.words(subscribingProcess);
    }

    @Override
    public List<Word> wordsOf(final Subscription subscription) {
        return fabric.words(publishingProcess);
    }

    @Override
    public String toString() {
        return fabric.toString();
    }

    @Override
    public void close() {
        closing = true;
        fabric.driveItself();
        publishing.close();
        subscribing.close();
        if (!fabric.breaches().isEmpty()) {
            throw new AssertionError(fabric.breaches().toString());
        }
        if (fabric.links() > 0) {
            throw new AssertionError("links that nobody has closed: " + fabric.links());
        }
    }
}
