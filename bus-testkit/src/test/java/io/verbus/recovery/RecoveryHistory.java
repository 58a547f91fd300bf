package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.record.Recorder;
import io.verbus.journal.serve.RangeServer;
import io.verbus.journal.serve.ServeSettings;
import io.verbus.peer.SessionListener;
import io.verbus.testkit.Payloads;
import io.verbus.time.Clocks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A history from a seed: a publisher, a recorder that serves, and subscriptions that join at random moments, are
 * lapped, and do not take what comes, each a step at a time, under virtual time. In an unkind history the recorder is
 * slow, goes and comes back too.
 */
final class RecoveryHistory implements AutoCloseable {
    private static final String STREAM = "s";
    private static final int CAPACITY = 1 << 16;
    private static final int STEPS = 400;
    private static final int MOST_FOLLOWERS = 4;
    private static final int TURNS = 40_000;
    private static final long STEP_NS = 3_000_000;
    private static final long EPOCH_NS = 1_700_000_000_000_000_000L;

    private final SplittableRandom random;
    private final boolean kind;
    private final Payloads payloads;
    private final Path directory;
    private final List<String> errors = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[CAPACITY / 4]);
    private final List<Joined> joined = new ArrayList<>();
    /** Sessions that have ended, with the number of their frames. */
    private final Map<Long, Long> over = new LinkedHashMap<>();
    private final Bus bus;
    private long nowNs = 1_000_000;
    private boolean rushing;
    private Publication publication;
    private JournalWriter journal;
    private Recorder recorder;
    private Subscription recording;
    private RangeServer server;
    private boolean finishing;
    private long lapped;

    /** A subscription, what it has got, and the session and sequence that it asked for. */
    private record Joined(RecoveringSubscription subscription, Follower follower, long session, long from) {}

    RecoveryHistory(final long seed, final Path directory) {
        this.random = new SplittableRandom(seed * 0x9E37_79B9_7F4A_7C15L);
        this.kind = seed % 2 == 0;
        this.payloads = new Payloads(seed, CAPACITY / 4);
        this.directory = directory;
        this.bus = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("bus")).withoutThread()
                .withClocks(new Clocks(this::clock, () -> EPOCH_NS + clock())).withIds(random.split())
                .withErrorHandler(t -> errors.add(t.toString())).withTransports(List.of()));
        publish();
        record();
    }

    private long clock() {
        nowNs += rushing ? 100_000_000 : 0;
        return nowNs;
    }

    /** Takes all steps, then lets everybody come to the end; gives how many messages were filled or followed. */
    long run() {
        for (int i = 0; i < STEPS; i++) {
            step();
            assertEquals(List.of(), errors);
        }
        finish();
        if (kind) {
            joined.forEach(one -> assertEquals(List.of(), one.follower.gaps()));
        }
        return joined.stream().mapToLong(one -> one.follower.messages()).sum();
    }

    private void step() {
        final int dice = random.nextInt(100);
        if (dice < 40) {
            offer(1 + random.nextInt(80));
            if (kind) {
                turnRecorder();
            }
        } else if (dice < 55) {
            pass();
        } else if (dice < 80) {
            if (!joined.isEmpty()) {
                poll(joined.get(random.nextInt(joined.size())), 1 + random.nextInt(200));
            }
        } else if (dice < 90) {
            turnRecorder();
            server.turn();
        } else if (dice < 96) {
            if (joined.size() < MOST_FOLLOWERS) {
                join();
            }
        } else if (dice < 98) {
            restartPublisher();
        } else if (!kind) {
            stopRecording();
            record();
        }
    }

    private void publish() {
        publication = bus
                .publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withLinger(Duration.ofSeconds(30))
                        .withTimestamps(random.nextBoolean()));
    }

    private void record() {
        journal = JournalWriter.open(directory.resolve("journal"), STREAM,
                JournalSettings.defaults().withSegmentLength(1 << 16).steppedBy(new Clocks(this::clock, this::clock)));
        recorder = new Recorder(journal, () -> EPOCH_NS + nowNs, SessionListener.NONE);
        recording = bus.subscribe(SubscriptionSettings.of(STREAM).withName("recorder").withPolicy(Policy.SKIP)
                .withRepair(Repair.REPAIR).withStart(recorder.start()).withListener(recorder));
        server = new RangeServer(bus, STREAM, directory.resolve("journal"),
                ServeSettings.defaults().withCapacity(CAPACITY).withPatience(Duration.ofSeconds(1)).withAnswers(2));
    }

    private void stopRecording() {
        rushing = true;
        server.close();
        rushing = false;
        recording.close();
        journal.close();
    }

    private void turnRecorder() {
        while (recorder.turn(recording) > 0) {
            assertNull(recorder.failure());
        }
        journal.doWork();
    }

    private void offer(final int count) {
        for (int i = 0; i < count; i++) {
            final long sequence = publication.sequence();
            final int length = payloads.length(sequence);
            payloads.encode(message, 0, sequence, length);
            publication.offer(message, 0, length); // who is waited for, and does not read, is evicted in time
            if (kind) {
                turnRecorder();
            }
        }
    }

    private void pass() {
        nowNs += 1 + random.nextLong(STEP_NS);
        bus.doWork();
    }

    private void poll(final Joined one, final int limit) {
        one.subscription.poll(one.follower, limit);
        lapped += one.subscription.isFilling() ? 1 : 0;
    }

    private void join() {
        final boolean ordered = random.nextInt(3) > 0;
        final Follower follower = new Follower(payloads, ordered, () -> finishing || random.nextInt(50) > 0);
        final boolean hasStart = random.nextInt(4) > 0 && publication.sequence() > 0;
        final long from = hasStart ? random.nextLong(publication.sequence()) : -1;
        final Start start = hasStart ? Start.at(from) : random.nextBoolean() ? Start.oldest() : Start.live();
        final RecoveringSubscription subscription = RecoveringSubscription.of(bus, SubscriptionSettings.of(STREAM)
                .withPolicy(random.nextInt(5) == 0 ? Policy.BLOCK : Policy.SKIP).withRepair(Repair.REPAIR)
                .withStart(start).withListener(follower),
                RecoverySettings.defaults().withTimeout(Duration.ofSeconds(2))
                        .withDelivery(ordered ? Delivery.IN_ORDER : Delivery.LIVE_FIRST));
        joined.add(new Joined(subscription, follower, publication.session().id(), from));
    }

    private void restartPublisher() {
        turnRecorder();
        endSession();
        publish();
        bus.doWork();
    }

    private void endSession() {
        bus.doWork(); // whoever is to hear the end has found the session
        over.put(publication.session().id(), publication.sequence());
        while (!publication.tryClose()) { // it waits for those under BLOCK alone
            pass();
            turnRecorder();
            server.turn();
            joined.forEach(one -> poll(one, 100));
        }
    }

    private void finish() {
        finishing = true;
        endSession();
        for (int turn = 0; turn < TURNS && !isFinished(); turn++) {
            pass();
            turnRecorder();
            server.turn();
            joined.forEach(one -> poll(one, 100));
        }
        for (final Joined one : joined) {
            assertTrue(isFinished(one), () -> "not all has come of " + over + ": " + one.follower + " of " + one);
            if (one.from >= 0) {
                assertBegunAt(one);
            }
        }
        assertEquals(List.of(), errors);
    }

    private boolean isFinished() {
        return joined.stream().allMatch(this::isFinished);
    }

    /** Every session that it has joined has come to its end. */
    private boolean isFinished(final Joined one) {
        return !one.subscription.isFilling() && one.subscription.sessions().isEmpty()
                && one.follower.knows(one.session) && over.entrySet().stream()
                        .filter(session -> one.follower.knows(session.getKey()))
                        .allMatch(session -> one.follower.hasEnd(session.getKey(), session.getValue()));
    }

    /** Within the message that it asked for, or, if it asked for the middle of one, with the next. */
    private void assertBegunAt(final Joined one) {
        long begins = 0;
        while (begins < one.from) {
            begins += frames(begins);
        }
        final long first = one.follower.first(one.session);
        assertTrue(first == one.from || first == begins, first + " instead of " + one.from + " or " + begins);
    }

    private long frames(final long sequence) {
        final int longest = publication.maxClaimLength();
        final int length = payloads.length(sequence);
        return length <= longest ? 1 : (length + longest - 1) / longest;
    }

    /** Polls after which something was being filled. */
    long fillings() {
        return lapped;
    }

    @Override
    public void close() {
        joined.forEach(one -> one.subscription.close());
        stopRecording();
        rushing = true;
        try {
            bus.close();
        } catch (final BusException e) {
            throw new AssertionError(e);
        }
    }
}
