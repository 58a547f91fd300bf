package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Which side connects to which, and the result. */
public abstract class Connecting extends RemoteConformance {
    private static final UnsafeBuffer MESSAGE = new UnsafeBuffer(new byte[100]);

    protected Connecting(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void publishersConnectToAListeningSubscription() {
        final List<Long> got = new ArrayList<>();
        try (Subscription subscription = remote().subscribeAt(
                SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK)
                        .withEndpoints(Endpoint.listen(remote().subscribingAddress())))) {
            for (int gateway = 0; gateway < 3; gateway++) {
                final Publication publication = remote().publishAt(PublicationSettings.of(STREAM)
                        .withCapacity(CAPACITY).withLinger(Duration.ofMillis(200))
                        .withEndpoints(Endpoint.connect(remote().subscribingAddress())));
                transport().pass(HEALED);
                for (int i = 0; i < 10; i++) {
                    publication.offer(MESSAGE, 0, 100);
                }
                while (!publication.tryClose()) {
                    transport().pass(Duration.ofMillis(5));
                    poll(subscription, got);
                }
                poll(subscription, got);
            }
        }
        assertEquals(30, got.size());
        assertEquals(3, got.stream().distinct().count());
    }

    @Test
    void oneAddressServesManySessionsOfOneStream() {
        final List<CheckedFeed> feeds = List.of(publish(), publish(), publish(), publish(), publish());
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        transport().pass(HEALED.multipliedBy(5));
        for (int round = 0; round < 10; round++) {
            feeds.forEach(feed -> feed.offer(10));
            reader.drain();
        }
        feeds.forEach(feed -> assertAllDelivered(feed, reader));
    }

    @Test
    void missingStreamIsAwaited() {
        final CheckedFeed feed = publish(
                PublicationSettings.of("another").withCapacity(CAPACITY).withLinger(Duration.ZERO));
        feed.offer(1);
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.live());
        transport().pass(HEALED);
        reader.drain();
        assertEquals(List.of(), reader.events());
        final CheckedFeed late = publish();
        late.offer(10);
        reader.drain();
        assertAllDelivered(late, reader);
    }

    @Test
    void invalidAddressIsExplained() {
        for (final String address : List.of("nothing://10.0.0.1:1", remote().publishingAddress() + "?nonsense=1")) {
            final String sentence = assertThrows(BusException.class, () -> remote().publishAt(PublicationSettings
                    .of(STREAM).withCapacity(CAPACITY).withEndpoints(Endpoint.listen(address)))).getMessage();
            assertTrue(sentence.contains(address) || sentence.contains("nonsense"), sentence);
        }
        transport().settle();
    }

    private static void poll(final Subscription subscription, final List<Long> got) {
        for (int i = 0; i < 20; i++) {
            subscription.poll((buffer, offset, length, header) -> {
                got.add(header.session());
                return Action.TAKEN;
            }, 100);
        }
    }
}
