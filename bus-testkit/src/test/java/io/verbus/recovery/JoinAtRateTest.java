package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
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
import io.verbus.journal.Retention;
import io.verbus.support.Patience;
import io.verbus.support.Payloads;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Joins a stream at full rate, one join after the other: each requests a random earlier message, or the oldest, gets
 * history from the log and from the journal of a recorder, and continues with live messages. Each is compared with the
 * full stream. The machine may be busy: the publisher does not catch up after a pause, waits for a joiner that lags by
 * more than the journal is sure to keep, and no timeout is shorter than the patience of the test.
 *
 * <p>{@code -Dverbus.joinRate=N} messages of 64 bytes a second, {@code -Dverbus.joins=N}, {@code -Dverbus.seed=N}.
 */
@Tag("processes")
class JoinAtRateTest {
    private static final int RATE = Integer.getInteger("verbus.joinRate", 200_000);
    private static final int JOINS = Integer.getInteger("verbus.joins", 40);
    private static final long SEED = Seeds.draw();
    private static final int LENGTH = 64;
    /** About half a second of the stream. */
    private static final int CAPACITY = Math.clamp(Integer.highestOneBit(RATE * 64), 1 << 20, 1 << 28);
    /** More than the largest request, including the segments that are removed during the response. */
    private static final long KEPT_BYTES = Math.max(1L << 27, RATE * 100L * 12);
    private static final int LONGEST_HISTORY_SECONDS = 3;
    private static final long LONGEST_LAG = 2L * LONGEST_HISTORY_SECONDS * RATE;
    private static final Duration TIMEOUT = Duration.ofNanos(Patience.NS);
    private static final int OLDEST_EACH = 5;
    private static final long REST_NS = 20_000;
    private static final int LIMIT = 1_000;
    private static final int MOST_DUE = Math.max(LIMIT, RATE / 100);

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Payloads payloads = new Payloads(SEED, sequence -> LENGTH);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private final long[] tookNs = new long[JOINS];
    private volatile boolean ending;
    /** The publisher publishes no message after it. */
    private volatile long lastAllowed = Long.MAX_VALUE;
    private double due;
    private long dueNs;
    private long beganNs;
    private int withJournal;
    private int fromOldest;

    @Test
    void joinAtRateIsSeamless() throws InterruptedException {
        final BusSettings settings = BusSettings.defaults().withDirectory(directory.resolve("bus"))
                .withHeartbeatTimeout(TIMEOUT).withProgressTimeout(TIMEOUT).withErrorHandler(this::fail)
                .withTransports(List.of());
        try (Bus bus = Bus.launch(settings);
                JournalWriter journal = JournalWriter.open(directory.resolve("journal"), "s",
                        JournalSettings.defaults().withSegmentLength(1 << 24)
                                .withRetention(new Retention(KEPT_BYTES, Retention.ALL.age())));
                Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY))) {
            final Recorder recorder = new Recorder(journal, Clocks.SYSTEM, SessionListener.NONE);
            try (Subscription recording = bus
                    .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withCopies(true)
                            .withStart(Start.oldest()).withListener(recorder));
                    RangeServer server = new RangeServer(bus, "s", directory.resolve("journal"),
                            ServeSettings.defaults())) {
                beganNs = System.nanoTime();
                dueNs = beganNs;
                start("publisher", () -> publish(publication));
                start("recorder", () -> recorder.doWork(recording));
                start("server", server::doWork);
                try {
                    joinAll(bus, publication);
                } finally {
                    ending = true;
                    for (final Thread thread : threads) {
                        thread.join();
                    }
                }
            }
            assertEquals(0, recorder.gaps());
            assertNull(failure.get());
            assertTrue(withJournal > 0 && fromOldest > 0, () -> withJournal + " from the journal, " + fromOldest);
        }
    }

    private void joinAll(final Bus bus, final Publication publication) {
        System.out.printf(Locale.ROOT, "joins: %d at %,d/s, seed %d%n", JOINS, RATE, SEED);
        for (int i = 0; i < JOINS; i++) {
            join(bus, publication, i);
        }
        final double seconds = (System.nanoTime() - beganNs) / 1e9;
        Arrays.sort(tookNs);
        System.out.printf(Locale.ROOT, "joins: %d, %d of them with history from the journal, %d from the oldest in the"
                + " log; %,.0f messages a second were published in %.0f s; a join took %.2f s, the longest %.2f s%n",
                JOINS, withJournal, fromOldest, publication.sequence() / seconds, seconds, tookNs[JOINS / 2] / 1e9,
                tookNs[JOINS - 1] / 1e9);
    }

    private void join(final Bus bus, final Publication publication, final int number) {
        await(publication, 1 + RATE / 20 + publication.sequence());
        final boolean oldest = number % OLDEST_EACH == 0;
        final long newest = publication.sequence();
        final long from = newest - 1 - random.nextLong(Math.min(newest, (long) LONGEST_HISTORY_SECONDS * RATE));
        final Latecomer latecomer = new Latecomer(payloads);
        lastAllowed = newest + LONGEST_LAG;
        final long joinedNs = System.nanoTime();
        try (RecoveringSubscription subscription = RecoveringSubscription.of(bus, SubscriptionSettings.of("s")
                .withPolicy(Policy.SKIP).withRepair(Repair.REPAIR)
                .withStart(oldest ? Start.oldest() : Start.at(from)).withListener(latecomer),
                RecoverySettings.defaults().withTimeout(TIMEOUT))) {
            // After the message that was newest then, and without pending history: it is live.
            while (latecomer.next() <= newest || subscription.isFilling()) {
                if (subscription.poll(latecomer, LIMIT) == 0) {
                    Thread.onSpinWait();
                }
                lastAllowed = Math.max(lastAllowed, latecomer.next() + LONGEST_LAG);
                check(joinedNs, () -> "join " + number + ", seed " + SEED + ": it wants " + newest + ", has "
                        + latecomer.first() + " to " + latecomer.next() + ", published " + publication.sequence());
            }
            tookNs[number] = System.nanoTime() - joinedNs;
            final long live = latecomer.next() + RATE / 100;
            while (latecomer.next() < live) {
                subscription.poll(latecomer, LIMIT);
                lastAllowed = Math.max(lastAllowed, latecomer.next() + LONGEST_LAG);
                check(joinedNs, () -> "join " + number + ": live");
            }
        }
        lastAllowed = Long.MAX_VALUE;
        assertNull(latecomer.fault(), () -> "join " + number + ", seed " + SEED + ": " + latecomer.fault());
        if (oldest) {
            assertTrue(latecomer.first() < newest);
            fromOldest++;
        } else {
            assertEquals(from, latecomer.first());
        }
        withJournal += latecomer.fromJournal() > 0 ? 1 : 0;
    }

    private void start(final String name, final IntSupplier work) {
        threads.add(Thread.ofPlatform().name(name).start(() -> {
            try {
                while (!ending) {
                    if (work.getAsInt() == 0) {
                        LockSupport.parkNanos(REST_NS);
                    }
                }
            } catch (final Throwable t) {
                fail(t);
            }
        }));
    }

    /** Publishes the due messages. A pause of the publisher makes no more due than 10 ms do. */
    private int publish(final Publication publication) {
        final long nowNs = System.nanoTime();
        due = Math.min(due + (nowNs - dueNs) / 1e9 * RATE, MOST_DUE);
        dueNs = nowNs;
        for (int count = 0; count < LIMIT; count++) {
            final long sequence = publication.sequence();
            if (due < 1 || sequence > lastAllowed) {
                return count;
            }
            final int offset = publication.claim(LENGTH);
            if (offset < 0) {
                return 0;
            }
            payloads.encode(publication.buffer(), offset, sequence, LENGTH);
            publication.commit();
            due--;
        }
        return LIMIT;
    }

    private void await(final Publication publication, final long sequence) {
        final long startedNs = System.nanoTime();
        while (publication.sequence() < sequence) {
            check(startedNs, () -> "the publisher is blocked");
            LockSupport.parkNanos(REST_NS);
        }
    }

    private void check(final long sinceNs, final Supplier<String> what) {
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        assertTrue(System.nanoTime() - sinceNs < Patience.NS, what);
    }

    private void fail(final Throwable t) {
        failure.compareAndSet(null, t);
    }
}
