package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.Subscriber;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.CounterKind;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A publisher knows the name of each reader that blocks its claims, the number of refused claims, and the duration. */
public abstract class AttributingBackPressure extends Conformance {
    private static final Duration WAIT = Duration.ofMillis(40);

    protected AttributingBackPressure(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void onlyTheReaderThatBlocksAClaimIsNamed() {
        final CheckedFeed feed = publish();
        final CheckedReader slow = subscribe("slow", Policy.BLOCK);
        final CheckedReader fast = subscribe("fast", Policy.BLOCK);
        final CheckedReader skipping = subscribe("skipping", Policy.SKIP);
        assertEquals(0, transport().counter(CounterKind.BACK_PRESSURED_CLAIMS));
        for (int round = 1; round <= 3; round++) {
            while (feed.offer()) {
                fast.drain();
                skipping.drain();
            }
            for (int again = 0; again < 3; again++) {
                transport().pass(WAIT);
                assertFalse(feed.offer());
            }
            transport().settle();
            assertEquals(round, of(feed, "slow").refusedClaims());
            assertEquals(round * 3 * WAIT.toNanos(), of(feed, "slow").backPressureNs());
            assertEquals(round, transport().counter(CounterKind.BACK_PRESSURED_CLAIMS));
            assertEquals(round * 3 * WAIT.toNanos(), transport().counter(CounterKind.BACK_PRESSURE_NS));
            slow.drain();
            transport().settle();
            assertTrue(feed.offer(), "the reader has made progress");
        }
        for (final String name : new String[]{"fast", "skipping"}) {
            assertEquals(0, of(feed, name).refusedClaims(), name);
            assertEquals(0, of(feed, name).backPressureNs(), name);
        }
        slow.close();
        transport().pass(WAIT);
        assertEquals(0, transport().counter(CounterKind.BACK_PRESSURED_CLAIMS), "the counters end with the reader");
    }

    private CheckedReader subscribe(final String name, final Policy policy) {
        return subscribe(SubscriptionSettings.of(STREAM).withPolicy(policy).withStart(Start.oldest()).withName(name));
    }

    private static Subscriber of(final CheckedFeed feed, final String name) {
        return feed.publication().subscribers().stream().filter(subscriber -> subscriber.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
