package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.monitor.CounterKind;
import io.verbus.monitor.LateCause;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.Condition;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.BusFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why messages are late, in virtual time: stalls of 300 ms, of one or two hosts. */
class LateCauseTest {
    private static final Duration STALL = Duration.ofMillis(300);
    private static final Duration SETTLING = Duration.ofSeconds(1);
    private static final long STEP_NS = 5_000_000;
    private static final int CAPACITY = 1 << 16;
    private static final UnsafeBuffer MESSAGE = new UnsafeBuffer(new byte[1_000]);
    private static final PollHandler HANDLER = (buffer, offset, length, header) -> Action.TAKEN;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final long[] nowNs = {1_000_000_000};

    @Test
    void messageInTimeIsNotLate() {
        try (Bus bus = bus(); Publication publication = publish(bus); Subscription timed = bus.subscribe(timed())) {
            for (int i = 0; i < 100; i++) {
                offer(publication);
                assertEquals(1, timed.poll(HANDLER, 1));
                pass(bus, Duration.ofMillis(10));
            }
            pass(bus, SETTLING);
            assertEquals(Map.of(), late(directory));
        }
    }

    @Test
    void messagesAfterASlowHandlerAreLateByTheReader() {
        try (Bus bus = bus(); Publication publication = publish(bus); Subscription timed = bus.subscribe(timed())) {
            offer(publication);
            timed.poll((buffer, offset, length, header) -> {
                for (int i = 0; i < 10; i++) {
                    offer(publication);
                    pass(bus, STALL.dividedBy(10));
                }
                return Action.TAKEN;
            }, 1);
            assertEquals(10, drain(timed));
            pass(bus, SETTLING);
            assertEquals(Map.of(LateCause.READER, 10L), late(directory));
            assertEquals(STALL.toNanos(), BusFiles.counter(directory, CounterKind.LATE_WORST_NS));
        }
    }

    @Test
    void messageOfARefusedClaimIsLateByTheFullLog() {
        try (Bus bus = bus();
                Publication publication = publish(bus);
                Subscription timed = bus.subscribe(timed());
                Subscription slow = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK))) {
            pass(bus, STALL);
            assertEquals(0, slow.poll(HANDLER, 1));
            while (publication.offer(MESSAGE, 0, 1_000) >= 0) {
                assertEquals(1, timed.poll(HANDLER, 1));
            }
            final long refusedNs = nowNs[0];
            while (nowNs[0] - refusedNs < STALL.toNanos()) {
                pass(bus, Duration.ofNanos(STEP_NS));
                assertEquals(Publication.BACK_PRESSURED, publication.offer(MESSAGE, 0, 1_000));
                assertEquals(0, timed.poll(HANDLER, 1));
            }
            assertTrue(drain(slow) > 0);
            offer(publication);
            assertEquals(1, timed.poll(HANDLER, 1));
            pass(bus, SETTLING);
            assertEquals(Map.of(LateCause.FULL_LOG, 1L), late(directory));
            assertEquals(STALL.toNanos(), BusFiles.counter(directory, CounterKind.LATE_WORST_NS));
        }
    }

    @Test
    void messagesThatWaitForMissingOnesAreLateByTheGap() {
        final SessionListener fetching = new SessionListener() {
            @Override
            public void onEvent(final SessionEvent event) {
            }

            @Override
            public boolean onMissing(final Gap gap) {
                return true;
            }
        };
        try (Bus bus = bus();
                Publication publication = publish(bus);
                Subscription timed = bus.subscribe(timed().withRepair(Repair.REPAIR).withListener(fetching))) {
            while (publication.position() < 2 * CAPACITY) { // laps it
                offer(publication);
            }
            timed.poll(HANDLER, 1);
            final long waitNs = nowNs[0];
            while (nowNs[0] - waitNs < STALL.toNanos()) {
                offer(publication);
                timed.poll((buffer, offset, length, header) -> Action.NOT_TAKEN, 1);
                pass(bus, Duration.ofMillis(30));
            }
            assertTrue(drain(timed) > 10);
            pass(bus, SETTLING);
            final Map<LateCause, Long> late = late(directory);
            assertEquals(1, late.size(), late::toString);
            assertTrue(late.get(LateCause.GAP) > 10, late::toString);
        }
    }

    /** A lost packet is sent again: everything after it waits, heartbeats too. */
    @Test
    void messagesAfterALostPacketAreLateByThePublishersSide() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt().withMaxPush(1_100))) {
            final Publication publication = hosts.publish(PublicationSettings.of("s").withTimestamps(true));
            final Subscription timed = hosts.subscribe(timed().withLateFrom(Duration.ofMillis(25)));
            hosts.pass(STALL);
            hosts.fabric().between("publishing", "subscribing", Condition.STALLED);
            for (int i = 0; i < 30; i++) {
                offer(publication);
                hosts.pass(Duration.ofMillis(10));
                timed.poll(HANDLER, 1);
            }
            hosts.fabric().mend();
            int count = 0;
            while (count < 30) {
                hosts.settle();
                count += drain(timed);
            }
            hosts.pass(SETTLING);
            final Map<LateCause, Long> late = late(directory.resolve("subscribing"));
            assertTrue(late.getOrDefault(LateCause.PUBLISHER, 0L) >= 0.95 * total(late), late::toString);
            assertTrue(total(late) >= 27, late::toString);
        }
    }

    /** The connection breaks, and the rest of the log is pushed over the next one, after 60 ms. */
    @Test
    void messagesDuringADisconnectionAreLateByThePublishersSide() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt().withMaxPush(1_100))) {
            final Publication publication = hosts.publish(PublicationSettings.of("s").withTimestamps(true));
            final Subscription timed = hosts.subscribe(timed().withLateFrom(Duration.ofMillis(25)));
            hosts.pass(STALL);
            hosts.breakLinks();
            int count = 0;
            for (int i = 0; i < 100; i++) {
                offer(publication);
                if (i % 10 == 9) {
                    hosts.pass(Duration.ofMillis(10));
                    count += drain(timed);
                }
            }
            while (count < 100) {
                hosts.pass(Duration.ofMillis(10));
                count += drain(timed);
            }
            hosts.pass(SETTLING);
            final Map<LateCause, Long> late = late(directory.resolve("subscribing"));
            assertTrue(total(late) >= 10, late::toString);
            assertTrue(late.getOrDefault(LateCause.PUBLISHER, 0L) >= 0.95 * total(late), late::toString);
        }
    }

    /** The image of a late joiner begins with the newest messages; it fetches the others from the publisher's log. */
    @Test
    void messagesThatAreFetchedFromThePublisherAreLateByTheGap() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt().withMaxPush(1_100))) {
            final Publication publication = hosts.publish(PublicationSettings.of("s").withTimestamps(true)
                    .withCapacity(CAPACITY));
            while (publication.position() < CAPACITY / 32 * 25) {
                offer(publication);
            }
            final Subscription timed = hosts.subscribe(timed().withRepair(Repair.REPAIR).withStart(Start.at(0)));
            for (int i = 0; i < 1_000 && hosts.fabric().reads() == 0; i++) {
                assertEquals(0, drain(timed));
                hosts.subscribing().doWork();
                hosts.publishing().doWork();
                hosts.fabric().step(hosts.now());
            }
            hosts.fabric().between("publishing", "subscribing", Condition.STALLED);
            for (int i = 0; i < 60; i++) {
                hosts.elapse(Duration.ofMillis(5));
                hosts.subscribing().doWork();
                assertEquals(0, drain(timed));
            }
            hosts.fabric().mend();
            final long all = publication.sequence();
            for (int count = 0; count < all;) {
                hosts.settle();
                count += drain(timed);
            }
            assertTrue(hosts.fabric().reads() > 0, "nothing was fetched");
            hosts.pass(SETTLING);
            final Map<LateCause, Long> late = late(directory.resolve("subscribing"));
            assertEquals(all, total(late), late::toString);
            assertTrue(late.getOrDefault(LateCause.GAP, 0L) >= 0.95 * total(late), late::toString);
        }
    }

    @Test
    void messagesWithoutCreditAreLateByIt() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt().withMaxPush(1_100))) {
            final Publication publication = hosts.publish(PublicationSettings.of("s").withTimestamps(true)
                    .withCapacity(CAPACITY));
            final Subscription timed = hosts.subscribe(timed().withPolicy(Policy.BLOCK));
            hosts.pass(STALL);
            assertEquals(0, timed.poll(HANDLER, 1));
            while (publication.offer(MESSAGE, 0, 1_000) >= 0) {
                hosts.settle();
            }
            final long fullNs = hosts.now();
            while (hosts.now() - fullNs < STALL.toNanos()) {
                hosts.pass(Duration.ofMillis(10));
                timed.poll((buffer, offset, length, header) -> Action.NOT_TAKEN, 1);
            }
            assertTrue(drain(timed) > 10);
            hosts.pass(SETTLING);
            final Map<LateCause, Long> late = late(directory.resolve("subscribing"));
            assertTrue(late.getOrDefault(LateCause.NO_CREDIT, 0L) >= 0.95 * total(late), late::toString);
            assertTrue(total(late) > 10, late::toString);
        }
    }

    private static SubscriptionSettings timed() {
        return SubscriptionSettings.of("s").withName("timed").withStart(Start.oldest()).withLatencies(true);
    }

    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread().withTransports(List.of())
                .withClocks(new Clocks(() -> nowNs[0], () -> nowNs[0])));
    }

    private static Publication publish(final Bus bus) {
        return bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY).withTimestamps(true)
                .withLinger(Duration.ZERO));
    }

    private static void offer(final Publication publication) {
        assertTrue(publication.offer(MESSAGE, 0, 1_000) >= 0);
    }

    private void pass(final Bus bus, final Duration time) {
        for (long leftNs = time.toNanos(); leftNs > 0; leftNs -= STEP_NS) {
            nowNs[0] += Math.min(leftNs, STEP_NS);
            bus.doWork();
        }
    }

    private static int drain(final Subscription subscription) {
        int all = 0;
        int count = 1;
        while (count > 0) {
            count = subscription.poll(HANDLER, 1_000);
            all += count;
        }
        return all;
    }

    private static long total(final Map<LateCause, Long> late) {
        return late.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<LateCause, Long> late(final Path directory) {
        final Map<LateCause, Long> late = new EnumMap<>(LateCause.class);
        for (final LateCause cause : LateCause.values()) {
            final long messages = BusFiles.counter(directory, cause.kind());
            if (messages > 0) {
                late.put(cause, messages);
            }
        }
        return late;
    }
}
