package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import org.junit.jupiter.api.Test;

/** A BLOCK reader blocks its publisher while it makes progress, and no longer. */
public abstract class Evicting extends Conformance {
    private static final int FULL = 3 * CAPACITY / 32;

    protected Evicting(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void stalledReaderIsEvictedOnlyAfterTheTimeout() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        feed.offer(FULL);
        transport().pass(TransportUnderTest.PROGRESS_TIMEOUT.multipliedBy(8).dividedBy(10));
        assertEquals(0, feed.offer(1), "the progress timeout has not passed");
        transport().pass(TransportUnderTest.PROGRESS_TIMEOUT.dividedBy(2));
        assertEquals(0, feed.offer(1), "a reader is evicted only when a claim needs it");
        transport().settle();
        assertEquals(FULL, feed.offer(FULL), "the reader is evicted");
        reader.drain();
        assertComplete(feed, reader);
        assertTrue(reader.session().missed() > 0);
        assertEquals(1, transport().errors().stream().filter(e -> e.contains("blocked its publisher")).count());
    }

    @Test
    void progressingReaderBlocksItsPublisherWithoutLimit() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        for (int i = 0; i < transport().times(100); i++) {
            feed.offer(FULL);
            transport().pass(TransportUnderTest.PROGRESS_TIMEOUT.multipliedBy(8).dividedBy(10));
            assertEquals(1, reader.pollSome(1));
        }
        reader.drain();
        assertAllDelivered(feed, reader);
    }

    @Test
    void readerThatBlocksNoClaimIsNeverEvicted() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        feed.offer(10);
        transport().pass(TransportUnderTest.PROGRESS_TIMEOUT.multipliedBy(20));
        feed.offer(FULL);
        assertEquals(0, feed.offer(1), "the reader blocks");
        reader.drain();
        assertAllDelivered(feed, reader);
    }

    @Test
    void evictedReaderIsAcknowledgedAgain() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        for (int round = 0; round < 5; round++) {
            feed.offer(FULL);
            transport().pass(TransportUnderTest.PROGRESS_TIMEOUT.multipliedBy(2));
            assertEquals(0, feed.offer(1), "a reader is evicted only when a claim needs it");
            transport().settle();
            assertEquals(FULL, feed.offer(FULL));
            reader.drain();
            transport().settle();
            reader.drain();
            final long missed = reader.session().missed();
            feed.offer(FULL);
            assertEquals(0, feed.offer(1), "the reader blocks again");
            reader.drain();
            assertEquals(missed, reader.session().missed());
        }
        assertComplete(feed, reader);
    }

    @Test
    void evictionDoesNotAffectOtherReaders() {
        final CheckedFeed feed = publish();
        final CheckedReader still = subscribe(Policy.BLOCK, Start.oldest());
        final CheckedReader other = subscribe(Policy.BLOCK, Start.oldest());
        while (feed.sequence() < transport().times(50_000)) {
            feed.offer(FULL);
            other.drain();
            transport().pass(TransportUnderTest.PROGRESS_TIMEOUT.dividedBy(4));
        }
        assertAllDelivered(feed, other);
        still.drain();
        assertComplete(feed, still);
    }
}
