package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.Footprint;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A long life of two buses: sessions begin and end, subscriptions join and leave, and no resource grows. */
public abstract class Lasting extends Conformance {
    private static final int WARM_UP = 200;
    private static final int SESSIONS = 1_000;
    private static final int LOG = 1 << 18;
    /** Far below the size of a thousand leaked objects. */
    private static final long MAX_HEAP_GROWTH = 2L << 20;
    private static final long MAX_RESIDENT_GROWTH = 64L << 20;

    private long got;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[100]);
    private final PollHandler handler = (buffer, offset, length, header) -> {
        got++;
        return Action.TAKEN;
    };

    protected Lasting(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void thousandSessionsLeakNothing() {
        final int sessions = transport().times(SESSIONS);
        try (Subscription blocking = subscription(Policy.BLOCK); Subscription skipping = subscription(Policy.SKIP)) {
            live(List.of(blocking, skipping), transport().times(WARM_UP));
            final Footprint before = Footprint.of(directory());
            final long files = transport().files();
            final long gotBefore = got;
            live(List.of(blocking, skipping), sessions);
            final Footprint after = Footprint.of(directory());
            assertEquals(files, transport().files(), "files");
            // Other tests in this JVM may have left objects to the collector, which runs at any time.
            assertTrue(after.descriptors() <= before.descriptors(), "descriptors: " + before + ", " + after);
            assertTrue(after.mappings() <= before.mappings(), "mappings: " + before + ", " + after);
            assertTrue(after.threads() <= before.threads(), "threads: " + before + ", " + after);
            assertTrue(after.heapBytes() - before.heapBytes() < MAX_HEAP_GROWTH, "heap: " + before + ", " + after);
            assertTrue(after.residentBytes() - before.residentBytes() < MAX_RESIDENT_GROWTH,
                    "resident: " + before + ", " + after);
            assertTrue(got - gotBefore >= 2L * sessions * 10, got + " messages");
        }
        assertEquals(List.of(), transport().errors());
    }

    private Subscription subscription(final Policy policy) {
        return transport().subscribe(
                SubscriptionSettings.of(STREAM).withPolicy(policy).withStart(Start.live()));
    }

    private void live(final List<Subscription> always, final int sessions) {
        final Deque<Subscription> guests = new ArrayDeque<>();
        for (int i = 0; i < sessions; i++) {
            final Publication publication = transport().publish(PublicationSettings.of(STREAM)
                    .withCapacity(LOG).withLinger(Duration.ZERO));
            guests.add(subscription(Policy.values()[i % 4]));
            transport().settle();
            for (int k = 0; k < 10; k++) {
                publication.offer(message, 0, 100);
            }
            transport().arrive();
            poll(always);
            poll(guests);
            if (i % 3 == 0) {
                guests.remove().close();
            }
            while (!publication.tryClose()) {
                transport().pass(Duration.ofMillis(10));
                poll(always);
                poll(guests);
            }
            transport().pass(Duration.ofMillis(100));
            poll(always);
            while (guests.size() > 4) {
                guests.remove().close();
            }
        }
        guests.forEach(Subscription::close);
        transport().pass(Duration.ofSeconds(1));
    }

    private void poll(final Collection<Subscription> subscriptions) {
        subscriptions.forEach(subscription -> subscription.poll(handler, 100));
    }
}
