package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Endpoint;
import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Patience;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The publisher repeatedly laps its log while a subscription connects: no claim is blocked before it joins. */
public abstract class JoiningLate extends RemoteConformance {
    private static final int MAX_ROUNDS = 100_000;

    protected JoiningLate(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVICT") // which may lag at once
    void handshakeDelaysNoClaim(final Policy policy) {
        final CheckedFeed feed = publish();
        lap(feed);
        final CheckedReader reader = join(feed, policy, Start.oldest());
        reader.drain();
        feed.offer(50);
        reader.drain();
        assertComplete(feed, reader);
        assertTrue(reader.session().delivered() > 0, () -> reader.events().toString());
    }

    @Test
    void blockingReaderFromTheOldestMessageMissesNothingAfterItsStart() {
        final CheckedFeed feed = publish();
        lap(feed);
        final CheckedReader reader = join(feed, Policy.BLOCK, Start.oldest());
        final long joinedAt = feed.sequence();
        feed.offer(Integer.MAX_VALUE);
        reader.drain();
        assertComplete(feed, reader);
        assertEquals(List.of("started " + reader.session().first()), reader.events());
        assertTrue(reader.session().first() < joinedAt, "the log still had messages when it joined");
    }

    @Test
    void blockingReaderOfLiveMessagesMissesNothingAfterItsStart() {
        final CheckedFeed feed = publish();
        feed.offer(100);
        final CheckedReader reader = join(feed, Policy.BLOCK, Start.live());
        reader.drain();
        feed.offer(100);
        reader.drain();
        assertComplete(feed, reader);
        assertEquals(0, reader.session().missed(), () -> reader.events().toString());
    }

    @Test
    void blockingReaderFromASequenceReceivesTheGapOfOverwrittenMessages() {
        final CheckedFeed feed = publish();
        feed.offer(10);
        final CheckedReader reader = join(feed, Policy.BLOCK, Start.at(3));
        reader.drain();
        assertComplete(feed, reader);
        assertEquals(3, reader.session().first());
        assertEquals(List.of(GapCause.TOO_OLD), reader.oracle().causes());
    }

    @Test
    void evictedBlockingReaderReceivesTheConnectionDownCause() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        feed.offer(10);
        reader.drain();
        remote().breakLinks();
        untilEvicted(feed); // it does not poll
        reader.poll(1);
        reader.poll(1);
        untilJoined(feed);
        reader.drain();
        assertComplete(feed, reader);
        assertNotEquals(0, reader.session().missed());
        assertEquals(List.of(GapCause.DISCONNECTED), reader.oracle().causes());
    }

    private CheckedReader join(final CheckedFeed feed, final Policy policy, final Start start) {
        final CheckedReader reader = read(SubscriptionSettings.of(STREAM).withPolicy(policy).withStart(start)
                .withEndpoints(Endpoint.connect(remote().publishingAddress())), remote()::subscribeAt);
        untilJoined(feed);
        return reader;
    }

    /** A real device detects a broken link after some real time, and the timeout begins then: real time bounds it. */
    private void untilEvicted(final CheckedFeed feed) {
        transport().pass(TransportUnderTest.PROGRESS_TIMEOUT.multipliedBy(2));
        final long beginNs = System.nanoTime();
        while (!feed.publication().subscribers().isEmpty()) {
            assertTrue(System.nanoTime() - beginNs < Patience.NS, "the subscription is not evicted");
            transport().pass(TransportUnderTest.PROGRESS_TIMEOUT);
        }
    }

    private void untilJoined(final CheckedFeed feed) {
        for (int round = 0; feed.publication().subscribers().isEmpty(); round++) {
            assertTrue(round < MAX_ROUNDS, "the subscription has not joined");
            remote().settleSubscriber();
            lap(feed);
            transport().publishing().doWork();
        }
    }

    private static void lap(final CheckedFeed feed) {
        final long until = feed.publication().position() + 2 * CAPACITY;
        while (feed.publication().position() < until) {
            assertTrue(feed.offer(), "claim refused before the subscription joined");
        }
    }
}
