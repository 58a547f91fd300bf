package io.verbus.testkit.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.PollHandler;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subscription without readable messages polls for arrivals each time, one with readable messages seldom. */
class ArrivalPollsTest {
    private static final int SELDOM = 8;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private FabricPair pair;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final List<Long> sessions = new ArrayList<>();
    private final PollHandler handler = (buffer, offset, length, header) -> {
        sessions.add(header.session());
        return Action.TAKEN;
    };

    @BeforeEach
    void open() {
        pair = FabricPair.open(directory, FabricSettings.prompt());
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void readableMessagesAreDeliveredWithFewPollsForArrivals() {
        final Publication publication = publish();
        final Subscription subscription = subscribe();
        offer(publication, 10 * SELDOM);
        pollUntil(subscription, 1);
        final long before = pair.fabric().arrivalPolls();
        for (int i = 0; i < 4 * SELDOM; i++) {
            assertEquals(1, subscription.poll(handler, 1));
        }
        assertEquals(4, pair.fabric().arrivalPolls() - before);
    }

    @Test
    void pollWithoutMessagesPollsForArrivals() {
        publish();
        final Subscription subscription = subscribe();
        final long before = pair.fabric().arrivalPolls();
        for (int i = 0; i < SELDOM; i++) {
            assertEquals(0, subscription.poll(handler, 1));
        }
        assertEquals(SELDOM, pair.fabric().arrivalPolls() - before);
    }

    @Test
    void otherSessionWithArrivalsIsReadSoon() {
        final Publication busy = publish();
        final Publication other = publish();
        final Subscription subscription = subscribe();
        offer(busy, 10 * SELDOM);
        pollUntil(subscription, 1);
        offer(other, 1);
        pollUntil(subscription, 2 + SELDOM);
        assertTrue(sessions.contains(other.session().id()), sessions::toString);
    }

    private Publication publish() {
        return pair.publish(PublicationSettings.of("s"));
    }

    private Subscription subscribe() {
        final Subscription subscription = pair.subscribe(SubscriptionSettings.of("s").withStart(Start.oldest()));
        pair.settle();
        subscription.poll(handler, 1);
        pair.settle();
        return subscription;
    }

    private void offer(final Publication publication, final int count) {
        for (int i = 0; i < count; i++) {
            publication.offer(message, 0, message.capacity());
        }
        pair.settle();
    }

    private void pollUntil(final Subscription subscription, final int count) {
        while (sessions.size() < count) {
            subscription.poll(handler, 1);
        }
    }
}
