package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.support.Payloads;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Joins at random moments of a running stream, with a publisher, a recorder, and a server on separate threads. Each
 * join requests the first message, or a random one, and is compared with the full stream until it has passed the
 * message that was newest when it joined, and nothing is missing. The publisher stops far ahead of that message, so
 * that a join on a slow machine ends too. {@code -Dverbus.joins=N} for more.
 */
class LateJoinTest {
    private static final int JOINS = Integer.getInteger("verbus.joins", 40);
    private static final int CAPACITY = 1 << 20;
    private static final long PERIOD_NS = 10_000;
    /** Messages whose bytes are several times the log. */
    private static final long MORE_THAN_THE_LOG = 5_000;
    /** Messages that are published during a join at most: some twenty times the log. */
    private static final long MOST_AHEAD = 20_000;
    private static final long MOST_NS_WITHOUT_PROGRESS = Duration.ofMinutes(2).toNanos();

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final SplittableRandom random = new SplittableRandom(11);
    private final Payloads payloads = new Payloads(5, 2_000);
    private final AtomicBoolean running = new AtomicBoolean(true);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private long publishedNs = System.nanoTime();
    private volatile long limit = MOST_AHEAD;
    private long progress = -1;
    private long progressNs;

    @Test
    void eachJoinSeesTheFullStream() throws InterruptedException {
        final BusSettings settings = BusSettings.defaults().withDirectory(directory.resolve("bus"))
                .withDutyCycle(Duration.ofMillis(2)).withErrorHandler(this::fail).withTransports(List.of());
        try (Bus bus = Bus.launch(settings);
                JournalWriter journal = JournalWriter.open(directory.resolve("journal"), "s",
                        JournalSettings.defaults().withSegmentLength(4 << 20))) {
            final Recorder recorder = new Recorder(journal, Clocks.SYSTEM, SessionListener.NONE);
            final Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY)
                    .withLinger(Duration.ZERO));
            try (Subscription recording = bus
                    .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withCopies(true)
                            .withStart(Start.oldest()).withListener(recorder));
                    RangeServer server = new RangeServer(bus, "s", directory.resolve("journal"),
                            ServeSettings.defaults())) {
                start("publisher", () -> publish(publication));
                start("recorder", () -> recorder.doWork(recording));
                start("server", server::doWork);
                try {
                    await(publication, MORE_THAN_THE_LOG);
                    for (int i = 0; i < JOINS; i++) {
                        join(bus, publication, i);
                    }
                } finally {
                    running.set(false);
                    for (final Thread thread : threads) {
                        thread.join();
                    }
                }
                assertEquals(0, recorder.gaps());
            }
            assertEquals(null, failure.get());
        }
    }

    private void start(final String name, final Runnable work) {
        final Thread thread = Thread.ofPlatform().name(name).start(() -> {
            try {
                while (running.get()) {
                    work.run();
                    Thread.yield();
                }
            } catch (final Throwable t) {
                fail(t);
            }
        });
        threads.add(thread);
    }

    /** About 100,000 messages a second, in small bursts. */
    private void publish(final Publication publication) {
        while (System.nanoTime() - publishedNs >= PERIOD_NS) {
            if (publication.sequence() >= limit) {
                publishedNs = System.nanoTime();
                return;
            }
            publishedNs += PERIOD_NS;
            final long sequence = publication.sequence();
            final int length = payloads.length(sequence);
            final int offset = publication.claim(length);
            if (offset < 0) {
                return;
            }
            payloads.encode(publication.buffer(), offset, sequence, length);
            publication.commit();
        }
    }

    private void join(final Bus bus, final Publication publication, final int number) {
        await(publication, publication.sequence() + 1 + random.nextInt(3_000));
        final long newest = publication.sequence();
        limit = newest + MOST_AHEAD;
        final long session = publication.session().id();
        // The first joins request everything, so they need the journal; later ones, when that is long, mostly about
        // the last quarter.
        final long from = number < 5 ? 0 : newest - random.nextLong(Math.min(newest, 60_000));
        final boolean ordered = number % 4 > 0;
        final Follower follower = new Follower(payloads, ordered, () -> true);
        try (RecoveringSubscription subscription = RecoveringSubscription.of(bus, SubscriptionSettings.of("s")
                .withPolicy(Policy.SKIP).withRepair(Repair.REPAIR).withStart(Start.at(from)).withListener(follower),
                RecoverySettings.defaults().withDelivery(ordered ? Delivery.IN_ORDER : Delivery.LIVE_FIRST))) {
            while (!follower.has(session, newest + 500) || subscription.isFilling()) {
                subscription.poll(follower, 1_000);
                check(follower.messages(), follower);
            }
            assertEquals(from, follower.first(session));
            assertEquals(List.of(), follower.gaps());
        }
    }

    private void await(final Publication publication, final long sequence) {
        limit = sequence + MOST_AHEAD;
        while (publication.sequence() < sequence) {
            check(publication.sequence(), "publisher");
            Thread.yield();
        }
    }

    private void check(final long newProgress, final Object name) {
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        final long nowNs = System.nanoTime();
        if (newProgress != progress) {
            progress = newProgress;
            progressNs = nowNs;
        }
        assertTrue(nowNs - progressNs < MOST_NS_WITHOUT_PROGRESS, () -> "no progress: " + name);
    }

    private void fail(final Throwable t) {
        failure.compareAndSet(null, t);
    }
}
