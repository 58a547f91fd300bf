package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Credit that is exhausted, and returns while the publisher is silent. */
public abstract class Crediting extends RemoteConformance {
    protected Crediting(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 32, 100, 1_000, MAX_LENGTH})
    void burstIsReadToItsLastMessageWhileThePublisherIsSilent(final int length) {
        lengths(sequence -> length);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        for (int round = 0; round < 10; round++) {
            feed.offer(Integer.MAX_VALUE); // until it is refused
            reader.drain();
            assertAllDelivered(feed, reader);
        }
    }

    @Test
    void burstOfThreeTimesTheCreditIsReadByFastAndSlowReaders() {
        final CheckedFeed feed = publish();
        final CheckedReader slow = subscribe(Policy.BLOCK, Start.oldest());
        final CheckedReader fast = subscribe(Policy.BLOCK, Start.oldest());
        final long until = feed.publication().position() + 3 * CAPACITY;
        while (feed.publication().position() < until) {
            feed.offer(Integer.MAX_VALUE);
            fast.drain();
            slow.pollSome(50);
            transport().settle();
        }
        fast.drain();
        slow.drain();
        fast.drain();
        assertAllDelivered(feed, slow);
        assertAllDelivered(feed, fast);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void readerOfOneMessageAtATimeReceivesAll(final Policy policy) {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(policy, Start.oldest());
        for (int i = 0; i < transport().times(5_000); i++) {
            feed.offer(1);
            transport().arrive();
            assertEquals(1, reader.pollSome(1));
        }
        assertAllDelivered(feed, reader);
    }

    @Test
    void slowReaderDoesNotBlockPublisherUnderSkip() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.SKIP, Start.oldest());
        feed.pass(10 * CAPACITY);
        reader.drain();
        assertComplete(feed, reader);
        assertTrue(reader.session().missed() > 0);
        feed.offer(100);
        reader.drain();
        assertComplete(feed, reader);
    }
}
