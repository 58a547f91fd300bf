package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Payloads;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.oracle.SubscriptionOracle;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One log serves readers on its own host and on others at once. */
public abstract class Sharing extends RemoteConformance {
    protected Sharing(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void localAndRemoteReadersReceiveTheSame(final Policy policy) {
        final CheckedFeed feed = publish();
        final CheckedReader elsewhere = subscribe(Policy.BLOCK, Start.oldest());
        final SubscriptionOracle oracle = new SubscriptionOracle(session -> new Payloads(session, MAX_LENGTH));
        try (Subscription here = transport().publishing().subscribe(SubscriptionSettings.of(STREAM).withPolicy(policy)
                .withStart(Start.oldest()).withListener(oracle))) {
            transport().settle();
            while (feed.publication().position() < 20 * CAPACITY) {
                feed.offer(200);
                elsewhere.drain();
                for (int empty = 0; empty < 3;) { // a poll may return nothing at the ring's end
                    empty = here.poll(oracle, 1_000) > 0 ? 0 : empty + 1;
                    assertEquals(List.of(), oracle.faults());
                }
            }
        }
        assertAllDelivered(feed, elsewhere);
        final SessionOracle session = oracle.only();
        assertEquals(feed.sequence(), session.first() + session.delivered() + session.missed(), session::toString);
    }

    /** Each poll of either subscription takes in the arrivals for both, and assigns them. */
    @Test
    void subscriptionsOfOneThreadShareItsPolls() {
        final CheckedFeed feed = publish();
        final SubscriptionSettings settings = SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK)
                .withStart(Start.oldest())
                .withThread("books");
        final CheckedReader first = subscribe(settings.withName("first"));
        final CheckedReader second = subscribe(settings.withName("second"));
        while (feed.publication().position() < 5 * CAPACITY) {
            feed.offer(50);
            first.drain();
            second.drain();
        }
        first.close();
        feed.offer(50);
        second.drain();
        assertAllDelivered(feed, second);
    }
}
