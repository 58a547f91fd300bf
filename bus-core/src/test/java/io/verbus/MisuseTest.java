package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.EventRecorder;
import io.verbus.support.Host;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Wrong use of the bus raises a clear error; the JVM survives, and no message is lost silently. */
class MisuseTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[20_000]);
    private final EventRecorder recording = new EventRecorder();
    private final List<Long> got = new ArrayList<>();
    private Host host;
    private Bus bus;

    @BeforeEach
    void launch() {
        host = new Host(directory);
        bus = host.launch();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void closedBusIsReported() {
        bus.close();
        bus.close();
        final String message = "this bus is closed: launch another";
        for (final Executable use : List.<Executable>of(() -> bus.publish("s"),
                () -> bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK)),
                () -> bus.doWork())) {
            assertEquals(message, assertThrows(IllegalStateException.class, use).getMessage());
        }
    }

    @Test
    void closedObjectsRefuseOrDoNothing() {
        final Publication publication = bus.publish(settings());
        final Subscription subscription = subscribe();
        subscription.close();
        publication.close();
        publication.close();
        subscription.close();
        assertEquals(Publication.CLOSED, publication.claim(8));
        assertEquals(Publication.CLOSED, publication.offer(message, 0, 8));
        assertEquals(Publication.CLOSED, publication.offer(message, 0, publication.maxMessageLength()));
        assertThrows(IllegalStateException.class, publication::commit);
        assertThrows(IllegalStateException.class, () -> publication.commit(0));
        publication.abort();
        assertTrue(publication.tryClose());
        assertEquals(List.of(), publication.subscribers());
        assertEquals(0, poll(subscription));
        assertEquals(List.of(), subscription.sessions());
    }

    @Test
    void nothingIsPublishedAfterTheEndFrame() {
        final Publication publication = bus.publish(settings());
        final Subscription subscription = subscribe();
        host.cycle(1, bus);
        assertEquals(0, publication.offer(message, 0, 8));
        publication.claim(8);
        assertFalse(publication.tryClose());
        assertThrows(IllegalStateException.class, publication::commit);
        assertEquals(Publication.CLOSED, publication.claim(8));
        assertEquals(Publication.CLOSED, publication.offer(message, 0, 8));
        assertEquals(Publication.CLOSED, publication.offer(message, 0, publication.maxMessageLength()));
        poll(subscription);
        assertTrue(publication.tryClose());
        assertEquals(List.of(0L), got);
        assertEquals(List.of("started 0", "ended 1"), recording.events());
    }

    @Test
    void closingPublicationUnderBackPressureRefusesClaims() {
        final Publication publication = bus.publish(settings());
        final Subscription subscription = subscribe();
        host.cycle(1, bus);
        long offered = 0;
        while (publication.offer(message, 0, 8) >= 0) {
            offered++;
        }
        assertFalse(publication.tryClose());
        assertEquals(Publication.CLOSED, publication.claim(8));
        while (!publication.tryClose()) {
            poll(subscription);
        }
        poll(subscription); // the end
        assertEquals(offered, got.size());
        assertEquals(List.of("started 0", "ended " + offered), recording.events());
    }

    @Test
    void subscriberListenerMayNotCloseItsCaller() {
        final List<Publication> publications = new ArrayList<>();
        final List<Subscription> subscriptions = new ArrayList<>();
        final Publication publication = bus.publish(settings().withListener(new SubscriberListener() {
            @Override
            public void onJoined(final Subscriber subscriber) {
                assertEquals(1, publications.getFirst().subscribers().size());
                assertRefused(publications.getFirst()::close);
                assertRefused(publications.getFirst()::tryClose);
                assertRefused(subscriptions.getFirst()::close);
                assertRefused(bus::close);
            }
        }));
        publications.add(publication);
        subscriptions.add(subscribe());
        host.cycle(2, bus);
        assertEquals(List.of(), host.errors());
        assertEquals(0, publication.offer(message, 0, 8));
        poll(subscriptions.getFirst());
        assertEquals(List.of(0L), got);
    }

    private static void assertRefused(final Executable use) {
        assertEquals("close called by a listener or an error handler on the conductor's thread: close from another"
                + " thread", assertThrows(IllegalStateException.class, use).getMessage());
    }

    private static PublicationSettings settings() {
        return PublicationSettings.of("s").withCapacity(1 << 16);
    }

    private Subscription subscribe() {
        return bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withListener(recording));
    }

    private int poll(final Subscription subscription) {
        return subscription.poll((buffer, offset, length, header) -> {
            got.add(header.sequence());
            return Action.TAKEN;
        }, Integer.MAX_VALUE);
    }
}
