package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.log.LogLayout;
import io.verbus.support.EventRecorder;
import io.verbus.support.RecordingAudience;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.Condition;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.TransportUnderTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Causes of losses and departures that only connections between hosts have. */
class CausesBetweenHostsTest {
    private static final String PUBLISHER = "publishing";
    private static final String SUBSCRIBER = "subscribing";
    private static final UnsafeBuffer MESSAGE = new UnsafeBuffer(new byte[100]);
    private static final Duration RETRY = Duration.ofMillis(600);
    private static final int MAX_ROUNDS = 50;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final EventRecorder recording = new EventRecorder();
    private final RecordingAudience audience = new RecordingAudience();
    private FabricPair hosts;
    private Publication publication;

    @BeforeEach
    void publish() {
        hosts = FabricPair.open(directory, FabricSettings.prompt());
        publication = hosts.publish(PublicationSettings.of("s").withCapacity(LogLayout.MIN_CAPACITY)
                .withLinger(Duration.ZERO).withListener(audience));
    }

    @AfterEach
    void close() {
        hosts.fabric().mend();
        hosts.close();
    }

    @Test
    void endOfTheConnectionIsReportedToBothSides() {
        final Subscription subscription = subscribe(Policy.BLOCK);
        hosts.breakLinks();
        settle(subscription);
        assertEquals(List.of(LossCause.DISCONNECTED), recording.lossCauses());
        assertEquals(List.of(DepartureCause.DISCONNECTED), audience.departures());
    }

    @Test
    void sessionThatThePublisherNoLongerHasIsGone() {
        final Subscription subscription = subscribe(Policy.SKIP);
        publication.breakOff();
        closePublication();
        pass(RETRY, subscription);
        assertEquals(List.of(LossCause.DISCONNECTED, LossCause.GONE), recording.lossCauses());
    }

    @Test
    void subscriptionThatHasNotReadTheEndLosesItsPublication() {
        subscribe(Policy.SKIP);
        assertTrue(publication.offer(MESSAGE, 0, 100) >= 0);
        closePublication();
        assertEquals(List.of(DepartureCause.PUBLICATION_CLOSED), audience.departures());
    }

    @Test
    void blockingSubscriptionThatDoesNotReturnIsAbsent() {
        subscribe(Policy.BLOCK);
        hosts.breakLinks();
        hosts.pass(TransportUnderTest.PROGRESS_TIMEOUT.multipliedBy(2)); // without a poll, it does not reconnect
        assertEquals(List.of(DepartureCause.DISCONNECTED, DepartureCause.ABSENT), audience.departures());
    }

    @Test
    void stoppedPublisherDoesNotCountItsOwnStopAsAbsence() {
        final Subscription subscription = subscribe(Policy.BLOCK);
        hosts.breakLinks();
        hosts.settle(); // without a poll, it does not reconnect
        hosts.elapse(TransportUnderTest.PROGRESS_TIMEOUT.multipliedBy(2)); // no duty cycle in that time
        hosts.publishing().doWork();
        assertEquals(List.of(DepartureCause.DISCONNECTED), audience.departures());
        pass(RETRY, subscription);
        assertEquals(List.of(DepartureCause.DISCONNECTED), audience.departures());
        assertTrue(publication.subscribers().getFirst().isReady());
    }

    /** The publisher is not notified of the end if the connection ends at the subscriber, in every second round. */
    @Test
    void connectionThatReplacesAnotherIsACause() {
        final Subscription subscription = subscribe(Policy.BLOCK);
        for (int round = 0; !audience.departures().contains(DepartureCause.RECONNECTED); round++) {
            assertTrue(round < MAX_ROUNDS, audience.events()::toString);
            hosts.fabric().oneWay(SUBSCRIBER, PUBLISHER, Condition.CUT);
            hosts.breakLinks();
            hosts.settleSubscriber();
            hosts.fabric().mend();
            pass(RETRY, subscription);
        }
        assertTrue(audience.departures().contains(DepartureCause.RECONNECTED));
    }

    @Test
    void publisherDisconnectsASubscriptionThatKeepsWritesUnfinished() {
        final Subscription subscription = subscribe(Policy.SKIP);
        hosts.fabric().between(PUBLISHER, SUBSCRIBER, Condition.STALLED);
        while (publication.offer(MESSAGE, 0, 100) >= 0) {
            assertTrue(publication.position() < 2 * LogLayout.MIN_CAPACITY, "the log is overwritten");
        }
        hosts.publishing().doWork();
        assertEquals(List.of(DepartureCause.STALLED), audience.departures());
        assertEquals("s", subscription.stream());
    }

    private Subscription subscribe(final Policy policy) {
        final Subscription subscription = hosts.subscribe(SubscriptionSettings.of("s").withPolicy(policy)
                .withStart(Start.oldest()).withListener(recording));
        assertTrue(publication.offer(MESSAGE, 0, 100) >= 0);
        settle(subscription);
        assertEquals(1, publication.subscribers().size());
        return subscription;
    }

    private void closePublication() {
        while (!publication.tryClose()) {
            hosts.pass(Duration.ofMillis(5));
        }
        hosts.settle();
    }

    private void pass(final Duration time, final Subscription subscription) {
        for (int i = 0; i < 10; i++) {
            settle(subscription);
            hosts.pass(time.dividedBy(10));
        }
        settle(subscription);
    }

    private void settle(final Subscription subscription) {
        for (int i = 0; i < 3; i++) {
            hosts.settle();
            subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1_000);
        }
    }
}
