package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.EventRecorder;
import io.verbus.support.Host;
import io.verbus.support.RecordingAudience;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The heartbeat timeout: a silent process is reported on both sides, without further effect. */
class HeartbeatTest {
    private static final String SILENCE = "its publisher sends no heartbeat, and its end is not known";
    private static final String DEATH = "its publisher's process died without closing it";
    /** More cycles than the timeout of 100 ms has. */
    private static final int LONG = 10;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final EventRecorder recording = new EventRecorder();
    private final RecordingAudience audience = new RecordingAudience();
    private Host host;
    private Bus publishing;
    private Bus subscribing;
    private Publication publication;
    private Subscription subscription;
    private int got;

    @BeforeEach
    void launch() {
        host = new Host(directory);
        publishing = host.launch();
        subscribing = host.launch();
        publication = publishing.publish(PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO)
                .withListener(audience));
        subscription = subscribing.subscribe(
                SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withName("reader").withListener(recording));
        cycle(1);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void idlePublisherIsNotSilent() {
        cycle(100);
        assertEquals(List.of("started 0"), recording.events());
        assertEquals(List.of("joined reader"), audience.events());
    }

    @Test
    void silentPublisherIsReportedOnceAndIsBackAtItsNextHeartbeat() {
        publish(3);
        for (int i = 0; i < LONG; i++) {
            stepSubscriber();
        }
        assertEquals(List.of("started 0", "lost 3: " + SILENCE), recording.events());
        cycle(3);
        publish(2);
        cycle(1);
        assertEquals(List.of("started 0", "lost 3: " + SILENCE, "back 3"), recording.events());
        assertEquals(5, got);
    }

    @Test
    void publisherIsSilentOnlyAfterTheTimeout() {
        for (int i = 0; i < 5; i++) {
            stepSubscriber();
        }
        assertEquals(List.of("started 0"), recording.events(), "100 ms have passed, not more");
        stepSubscriber();
        assertEquals(List.of("started 0", "lost 0: " + SILENCE), recording.events());
    }

    @Test
    void lateConductorReportsNoSilence() {
        for (int i = 0; i < LONG; i++) {
            host.pass(60);
            stepSubscriber();
        }
        host.pass(60_000);
        stepSubscriber();
        assertEquals(List.of("started 0"), recording.events());
    }

    @Test
    void lateConductorDoesNotCountAsHeartbeat() {
        for (int i = 0; i < LONG; i++) {
            stepSubscriber();
        }
        host.pass(60_000);
        stepSubscriber();
        assertEquals(List.of("started 0", "lost 0: " + SILENCE), recording.events());
    }

    @Test
    void publisherWithMessagesIsNotSilentWhileItsConductorIsStalled() {
        for (int i = 0; i < 5 * LONG; i++) {
            publish(1);
            stepSubscriber();
        }
        assertEquals(List.of("started 0"), recording.events());
        assertEquals(5 * LONG, got);
    }

    @Test
    void messageOfSilentPublisherIsDeliveredAfterItIsReportedBack() {
        for (int i = 0; i < LONG; i++) {
            stepSubscriber();
        }
        publish(1);
        poll();
        assertEquals(List.of("started 0", "lost 0: " + SILENCE, "back 0"), recording.events());
        assertEquals(1, got);
        for (int i = 0; i < LONG; i++) {
            stepSubscriber();
        }
        assertEquals(List.of("started 0", "lost 0: " + SILENCE, "back 0", "lost 1: " + SILENCE), recording.events());
    }

    @Test
    void aDeadPublisherIsLostOnceForGoodAfterItsLastMessage() {
        publish(7);
        host.kill(publishing);
        for (int i = 0; i < LONG; i++) {
            host.pass(Host.CYCLE_MS);
            subscribing.doWork();
        }
        for (int i = 0; i < LONG; i++) {
            stepSubscriber();
        }
        assertEquals(7, got);
        assertEquals(List.of("started 0", "lost for good 7: " + DEATH), recording.events());
    }

    @Test
    void aSilentPublisherThatDiesIsLostForGood() {
        for (int i = 0; i < LONG; i++) {
            stepSubscriber();
        }
        host.kill(publishing);
        for (int i = 0; i < LONG; i++) {
            stepSubscriber();
        }
        assertEquals(List.of("started 0", "lost 0: " + SILENCE, "lost for good 0: " + DEATH), recording.events());
        assertEquals(List.of(LossCause.SILENT, LossCause.DIED), recording.lossCauses());
    }

    @Test
    void aSilentPublisherThatClosesIsBackAndThenItsSessionEnds() {
        for (int i = 0; i < LONG; i++) {
            stepSubscriber();
        }
        publication.close();
        for (int i = 0; i < LONG; i++) {
            stepSubscriber();
        }
        assertEquals(List.of("started 0", "lost 0: " + SILENCE, "back 0", "ended 0"), recording.events());
    }

    @Test
    void aSilentReaderIsReportedAndStaysAcknowledged() {
        for (int i = 0; i < LONG; i++) {
            stepPublisher();
        }
        assertEquals(List.of("joined reader", "silent reader"), audience.events());
        assertTrue(publication.subscribers().getFirst().silent());
        assertTrue(publication.subscribers().getFirst().acknowledged());
        cycle(2);
        assertEquals(List.of("joined reader", "silent reader", "back reader"), audience.events());
        assertFalse(publication.subscribers().getFirst().silent());
    }

    @Test
    void readerSilentBeforeItsJoinIsNotReportedAsBack() {
        final RecordingAudience other = new RecordingAudience();
        publishing.publish(PublicationSettings.of("s").withPublisher("other").withCapacity(1 << 16)
                .withLinger(Duration.ZERO).withListener(other));
        for (int i = 0; i < LONG; i++) {
            stepPublisher();
        }
        assertEquals(List.of(), other.events(), "the reader has not joined");
        stepSubscriber();
        stepPublisher();
        assertEquals(List.of("joined reader"), other.events());
    }

    @Test
    void readerThatReadsIsNotSilentWhileItsConductorIsStalled() {
        for (int i = 0; i < 5 * LONG; i++) {
            publish(1);
            stepPublisher();
            poll();
        }
        assertEquals(List.of("joined reader"), audience.events());
    }

    @Test
    void deadReaderIsNotReportedAsSilent() {
        host.kill(subscribing);
        for (int i = 0; i < LONG; i++) {
            stepPublisher();
        }
        assertEquals(List.of("joined reader", "left reader: its process died"), audience.events());
        assertEquals(List.of(), publication.subscribers());
    }

    @Test
    void deadReaderIsNotReportedAsClosedAfterAnotherProcessRemovedItsFiles() {
        host.kill(subscribing);
        host.launch();
        for (int i = 0; i < LONG; i++) {
            stepPublisher();
        }
        assertEquals(List.of("joined reader", "left reader: its process died"), audience.events());
    }

    private void cycle(final int times) {
        for (int i = 0; i < times; i++) {
            host.cycle(1, publishing, subscribing);
            poll();
        }
    }

    private void stepSubscriber() {
        host.cycle(1, subscribing);
        poll();
    }

    private void stepPublisher() {
        host.cycle(1, publishing);
    }

    private void poll() {
        got += subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 10);
        subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 10);
    }

    private void publish(final int messages) {
        for (int i = 0; i < messages; i++) {
            assertTrue(publication.offer(message, 0, 8) >= 0);
        }
    }
}
