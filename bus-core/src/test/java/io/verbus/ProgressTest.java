package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Host;
import io.verbus.support.RecordingAudience;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The progress timeout: a reader that blocks a claim without progress is evicted, and both ends are notified. */
class ProgressTest {
    private static final int CAPACITY = 1 << 16;
    private static final int FRAMES_A_LAP = CAPACITY / 32;
    private static final int CYCLES_A_SECOND = 50;
    private static final String EVICTED = "evicted reader: it blocked its publisher and read nothing for 1000 ms";

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final RecordingAudience audience = new RecordingAudience();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<Long> got = new ArrayList<>();
    private Host host;
    private Bus publishing;
    private Bus subscribing;
    private Publication publication;

    @BeforeEach
    void launch() {
        host = new Host(directory);
        publishing = host.launch();
        subscribing = host.launch();
        publication = publish(audience);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void readerThatBlocksAClaimIsEvictedAfterTheTimeout() {
        subscribe(Policy.BLOCK);
        cycle(1);
        fill();
        cycle(CYCLES_A_SECOND);
        assertEquals(List.of("joined reader"), audience.events());
        assertEquals(Publication.BACK_PRESSURED, publication.claim(8));
        cycle(2);
        assertEquals(List.of("joined reader", EVICTED), audience.events());
        assertTrue(offer() >= 0);
        assertEquals(List.of(), host.errors(), "a listener replaces the error");
    }

    @Test
    void stalledReaderThatBlocksNoClaimIsNotEvicted() {
        subscribe(Policy.BLOCK);
        cycle(1);
        assertTrue(offer() >= 0);
        cycle(10 * CYCLES_A_SECOND);
        assertEquals(List.of("joined reader"), audience.events());
    }

    @Test
    void readerThatBlockedAnUnrepeatedClaimIsNotEvicted() {
        subscribe(Policy.BLOCK);
        cycle(1);
        fill();
        cycle(10 * CYCLES_A_SECOND);
        assertEquals(List.of("joined reader"), audience.events());
    }

    @Test
    void stoppedPublisherEvictsNoReaderAfterItResumes() {
        final Subscription subscription = subscribe(Policy.BLOCK);
        cycle(1);
        host.pass(20_000); // no conductor runs
        fill();
        cycle(1);
        assertEquals(List.of("joined reader"), audience.events());
        drain(subscription);
        assertTrue(offer() >= 0);
    }

    @Test
    void evictedReaderReceivesTheCauseAndIsAcknowledgedAgain() {
        final Subscription subscription = subscribe(Policy.BLOCK);
        cycle(1);
        fill();
        waitInVain(publication);
        for (int i = 0; i < 2 * FRAMES_A_LAP; i++) {
            assertTrue(offer() >= 0);
        }
        drain(subscription);
        cycle(1);
        assertEquals(List.of("joined reader", EVICTED, "joined reader"), audience.events());
        assertEquals(1, gaps.size());
        assertEquals(
                "the subscription was evicted and lapped: it blocked its publisher and read nothing"
                        + " for the timeout",
                gaps.getFirst().description());
        assertEquals(GapCause.EVICTED, gaps.getFirst().cause());
        assertTrue(gaps.getFirst().description().length() <= 124, "the loss report would truncate it");
        assertEquals(publication.sequence(), got.size() + gaps.getFirst().count());
        drain(subscription);
        for (int i = 0; i < 3 * FRAMES_A_LAP; i++) { // lapped again, after the eviction?
            drainIfFull(subscription);
        }
        assertEquals(1, gaps.size());
    }

    @Test
    void evictedReaderThatIsNotLappedMissesNothing() {
        final Subscription subscription = subscribe(Policy.BLOCK);
        cycle(1);
        fill();
        waitInVain(publication);
        drain(subscription);
        cycle(1);
        drain(subscription);
        assertTrue(offer() >= 0);
        drain(subscription);
        assertEquals(List.of("joined reader", EVICTED, "joined reader"), audience.events());
        assertEquals(List.of(), gaps);
        assertEquals(LongStream.range(0, publication.sequence()).boxed().toList(), got);
    }

    @Test
    void lappedSkipReaderIsNotReportedAsEvicted() {
        final Subscription subscription = subscribe(Policy.SKIP);
        for (int i = 0; i < 3 * FRAMES_A_LAP; i++) {
            assertTrue(offer() >= 0);
        }
        drain(subscription);
        assertEquals(List.of(GapCause.LAPPED),
                gaps.stream().map(Gap::cause).toList());
    }

    @Test
    void aSkipReaderJoinsWhenItIsFoundAndLeavesWhenItCloses() {
        final Subscription subscription = subscribe(Policy.SKIP);
        cycle(2);
        subscription.close();
        cycle(2);
        assertEquals(List.of("joined reader", "left reader: it was closed"), audience.events());
    }

    @Test
    void deadReadersAreReportedAsLeft() {
        subscribe(Policy.SKIP);
        cycle(1);
        host.kill(subscribing);
        host.cycle(10, publishing);
        assertEquals(List.of("joined reader", "left reader: its process died"), audience.events());
        assertEquals(List.of(DepartureCause.DIED), audience.departures());
        assertEquals(0, publication.subscribers().size());
    }

    @Test
    void evictedReadersAreReportedAsLeft() {
        final Subscription subscription = subscribe(Policy.BLOCK);
        cycle(1);
        fill();
        waitInVain(publication);
        subscription.close();
        cycle(1);
        assertEquals(List.of("joined reader", EVICTED, "left reader: it was closed"), audience.events());
        assertEquals(List.of(EvictionCause.NO_PROGRESS), audience.evictions());
        assertEquals(List.of(DepartureCause.CLOSED), audience.departures());
    }

    @Test
    void evictionWithoutListenerIsAnError() {
        final Publication unheard = publish(SubscriberListener.NONE);
        subscribe(Policy.BLOCK);
        cycle(1);
        while (unheard.offer(message, 0, 8) >= 0) {
            assertTrue(unheard.sequence() < FRAMES_A_LAP);
        }
        waitInVain(unheard);
        assertEquals(1, host.errors().size());
        assertTrue(host.errors().getFirst().contains("on stream s was evicted: it blocked its publisher"),
                host.errors()::toString);
    }

    /** Claims are refused for longer than the timeout. */
    private void waitInVain(final Publication refused) {
        cycle(2 * CYCLES_A_SECOND);
        assertEquals(Publication.BACK_PRESSURED, refused.claim(8));
        cycle(1);
    }

    @Test
    void throwingListenerIsReportedAndStopsNothing() {
        final Publication throwing = publish(new SubscriberListener() {
            @Override
            public void onJoined(final Subscriber subscriber) {
                throw new AssertionError("thrown by a listener");
            }
        });
        subscribe(Policy.BLOCK);
        cycle(2);
        assertEquals(List.of("thrown by a listener"), host.errors());
        assertTrue(throwing.subscribers().getFirst().acknowledged());
        assertEquals(List.of("joined reader"), audience.events());
    }

    private Publication publish(final SubscriberListener listener) {
        return publishing.publish(PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(Duration.ZERO)
                .withListener(listener));
    }

    private Subscription subscribe(final Policy policy) {
        return subscribing.subscribe(SubscriptionSettings.of("s").withPolicy(policy).withStart(Start.oldest())
                .withName("reader").withListener(new io.verbus.SessionListener() {
                    @Override
                    public void onEvent(final SessionEvent event) {
                        if (event instanceof Gap gap) {
                            gaps.add(gap);
                        }
                    }
                }));
    }

    private void cycle(final int times) {
        host.cycle(times, publishing, subscribing);
    }

    private long offer() {
        return publication.offer(message, 0, 8);
    }

    private void fill() {
        while (offer() >= 0) {
            assertTrue(publication.sequence() < FRAMES_A_LAP);
        }
    }

    private void drainIfFull(final Subscription subscription) {
        if (offer() < 0) {
            drain(subscription);
            assertTrue(offer() >= 0);
        }
    }

    private void drain(final Subscription subscription) {
        int idle = 0;
        while (idle < 3) {
            idle = subscription.poll((buffer, offset, length, header) -> {
                got.add(header.sequence());
                return Action.TAKEN;
            }, 1_000) == 0 ? idle + 1 : 0;
        }
    }
}
