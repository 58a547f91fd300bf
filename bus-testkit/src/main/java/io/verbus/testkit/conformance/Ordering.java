package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages arrive in the order of their sequences, each once, each intact. */
public abstract class Ordering extends Conformance {
    private static final int MESSAGES = 20_000;

    protected Ordering(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void everyMessageArrivesOnceInOrderAndIntact(final Policy policy) {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(policy, Start.oldest());
        for (int i = 0; i < transport().times(MESSAGES); i++) {
            assertEquals(1, feed.offer(1));
            transport().settle();
            assertEquals(1, reader.pollSome(10));
        }
        assertAllDelivered(feed, reader);
        assertEquals(List.of("started 0"), reader.events());
    }

    @Test
    void blockReaderWithCopiesReceivesTheSame() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(
                SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK).withStart(Start.oldest()).withCopies(true));
        while (feed.sequence() < transport().times(MESSAGES)) {
            feed.offer(100);
            reader.drain();
        }
        assertAllDelivered(feed, reader);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 64})
    void sessionsOfOneStreamAreReadConcurrentlyEachInOrder(final int sessions) {
        final CheckedReader blocking = subscribe(Policy.BLOCK, Start.live());
        final CheckedReader skipping = subscribe(Policy.SKIP, Start.live());
        final List<CheckedFeed> feeds = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            feeds.add(publish());
        }
        for (int round = 0; round < 30; round++) {
            for (int i = 0; i < sessions; i++) {
                feeds.get(i).offer(1 + (round + i) % 7);
            }
            blocking.drain();
            skipping.drain();
        }
        for (final CheckedFeed feed : feeds) {
            assertAllDelivered(feed, blocking);
            assertAllDelivered(feed, skipping);
        }
    }
}
