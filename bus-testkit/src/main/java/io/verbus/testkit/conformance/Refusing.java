package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BlockingPermission;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Refusal;
import io.verbus.Start;
import io.verbus.Subscriber;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A publication decides which subscriptions may block it, and for how long in total if they read nothing. */
public abstract class Refusing extends Conformance {
    private static final Duration STEP = Duration.ofMillis(40);
    private static final int LAPS = 3 * CAPACITY / 32;

    protected Refusing(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void refusedReaderDoesNotBlockPublisherAndIsNotified() {
        lengths(sequence -> 8);
        final CheckedFeed feed = publish(BlockingPermission.named("other"));
        final CheckedReader reader = subscribe("book");
        transport().pass(STEP);
        reader.drain();
        assertEquals("refused: NAME", reader.events().stream().filter(one -> one.startsWith("refused")).findFirst()
                .orElse("not notified"));
        assertEquals(Refusal.NAME, of(feed).refusal());
        assertFalse(of(feed).acknowledged());
        assertTrue(of(feed).isReady());

        for (int i = 0; i < LAPS; i++) {
            assertTrue(feed.offer() || settle(feed), "the reader blocks the publisher");
        }
        settle();
        reader.drain();
        assertComplete(feed, reader);
    }

    @Test
    void restartedReaderThatNeverReadsIsRefusedUntilItReads() {
        lengths(sequence -> 8);
        final CheckedFeed feed = publish(BlockingPermission.allowed());
        long blockedMs = 0;
        for (int life = 0; life < 5; life++) {
            final CheckedReader hanging = subscribe("book");
            for (int i = 0; i < 20; i++) {
                while (feed.sequence() % LAPS != 0 && feed.offer()) {
                    Thread.onSpinWait();
                }
                blockedMs += feed.offer() || settle(feed) ? 0 : STEP.toMillis();
                transport().pass(STEP);
            }
            hanging.close();
            transport().pass(STEP);
        }
        final long mostMs = TransportUnderTest.PROGRESS_TIMEOUT.plus(STEP.multipliedBy(5)).toMillis();
        assertTrue(blockedMs > 0 && blockedMs <= mostMs, "blocked for " + blockedMs + " ms");

        final CheckedReader healthy = subscribe("book");
        assertEquals(Refusal.BUDGET, of(feed).refusal());
        for (int i = 0; i < 64 && !of(feed).acknowledged(); i++) {
            for (int sent = 0; sent < LAPS / 64; sent++) {
                assertTrue(feed.offer() || settle(feed), "the reader blocks the publisher");
            }
            transport().pass(STEP);
            healthy.drain();
            transport().pass(STEP);
        }
        assertTrue(of(feed).acknowledged(), () -> of(feed).toString());
        assertEquals(Refusal.NONE, of(feed).refusal());
        assertComplete(feed, healthy);
    }

    /** A push to another host may still be in flight. */
    private boolean settle(final CheckedFeed feed) {
        for (int i = 0; i < 5; i++) {
            settle();
            if (feed.offer()) {
                return true;
            }
        }
        return false;
    }

    private void settle() {
        transport().settle();
    }

    private CheckedFeed publish(final BlockingPermission blocking) {
        return publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withLinger(Duration.ZERO)
                .withBlocking(blocking));
    }

    private CheckedReader subscribe(final String name) {
        return subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK).withStart(Start.live())
                .withName(name));
    }

    private static Subscriber of(final CheckedFeed feed) {
        return feed.publication().subscribers().getFirst();
    }
}
