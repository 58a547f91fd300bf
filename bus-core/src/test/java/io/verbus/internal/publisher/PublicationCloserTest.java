package io.verbus.internal.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.EventRecorder;
import io.verbus.support.Host;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However short a session is, a subscription that existed before it misses nothing of it. */
class PublicationCloserTest {
    private static final int LINGER_MS = 500;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final EventRecorder recording = new EventRecorder();
    private Host host;
    private Bus publishing;
    private Bus subscribing;
    private int got;

    @BeforeEach
    void launch() {
        host = new Host(directory);
        publishing = host.launch();
        subscribing = host.launch();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void aSessionWithoutSubscriptionsClosesAtOnce() {
        assertTrue(publish().tryClose());
    }

    @Test
    void closingWaitsUntilASubscriptionHasJoinedAndReadToTheEnd() {
        final Subscription subscription = subscribe(Policy.BLOCK);
        final Publication publication = publish();
        assertEquals(0, publication.offer(message, 0, 8));
        assertFalse(publication.tryClose());
        host.cycle(5, publishing);
        assertFalse(publication.tryClose(), "the subscription has not checked for sessions yet");
        host.cycle(1, subscribing);
        assertFalse(publication.tryClose(), "the subscription has joined, and requests an acknowledgement");
        host.cycle(1, publishing);
        assertFalse(publication.tryClose(), "the subscription has read nothing");
        poll(subscription);
        assertTrue(publication.tryClose());
        assertEquals(1, got);
        assertEquals(List.of("started 0", "ended 1"), recording.events());
    }

    @Test
    void closingWaitsForASkipReaderOnlyUntilItHasCheckedForSessions() {
        final Subscription subscription = subscribe(Policy.SKIP);
        final Publication publication = publish();
        assertEquals(0, publication.offer(message, 0, 8));
        assertFalse(publication.tryClose());
        host.cycle(1, subscribing);
        assertTrue(publication.tryClose());
        poll(subscription);
        assertEquals(List.of("started 0", "ended 1"), recording.events());
        assertEquals(1, got);
    }

    @Test
    void closingWaitsForASubscriptionNotFoundYet() {
        final Publication publication = publish();
        host.pass(1);
        final Subscription subscription = subscribe(Policy.BLOCK);
        assertFalse(publication.tryClose());
        host.cycle(1, publishing);
        poll(subscription);
        assertTrue(publication.tryClose());
        assertEquals(List.of("started 0", "ended 0"), recording.events());
    }

    @Test
    void stoppedSubscriberDelaysTheCloseForTheLingerTimeoutOnly() {
        subscribe(Policy.BLOCK);
        final Publication publication = publish();
        assertFalse(publication.tryClose());
        host.pass(LINGER_MS - 1);
        assertFalse(publication.tryClose());
        host.pass(1);
        assertTrue(publication.tryClose());
    }

    @Test
    void closedSubscriptionDoesNotDelayTheClose() {
        final Subscription subscription = subscribe(Policy.BLOCK);
        final Publication publication = publish();
        assertFalse(publication.tryClose());
        subscription.close();
        assertTrue(publication.tryClose());
    }

    @Test
    void deadSubscriberDelaysTheCloseUntilItsDeathIsNoticed() {
        subscribe(Policy.BLOCK);
        final Publication publication = publish();
        assertFalse(publication.tryClose());
        host.kill(subscribing);
        host.cycle(6, publishing);
        assertTrue(publication.tryClose());
    }

    private Publication publish() {
        return publishing.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                .withLinger(Duration.ofMillis(LINGER_MS)));
    }

    private Subscription subscribe(final Policy policy) {
        return subscribing.subscribe(SubscriptionSettings.of("s").withPolicy(policy).withListener(recording));
    }

    private void poll(final Subscription subscription) {
        for (int i = 0; i < 3; i++) {
            got += subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 10);
        }
    }
}
