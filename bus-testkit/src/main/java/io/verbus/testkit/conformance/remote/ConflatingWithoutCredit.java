package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A CONFLATE subscription without credit skips the messages of that time, although the log still contains them. */
public abstract class ConflatingWithoutCredit extends RemoteConformance {
    /** More than any transport's receives, and a small part of a log. */
    private static final int BURST = 500;

    protected ConflatingWithoutCredit(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void readerWithoutCreditResumesAtNewestWhenCreditReturns() {
        assumeTrue(remote().canRunOutOfWrites(), "writes are not limited by this transport");
        lengths(sequence -> 10);
        final CheckedFeed feed = publish();
        final CheckedReader sparing = subscribe(Policy.CONFLATE, Start.oldest());
        final CheckedReader skipping = subscribe(Policy.SKIP, Start.oldest());
        for (int round = 1; round <= 5; round++) {
            for (int i = 0; i < BURST; i++) { // one push each
                feed.offer(1);
                transport().settle();
            }
            sparing.drain();
            skipping.drain();
            assertComplete(feed, sparing);
            assertEquals(round, sparing.events().stream().filter(event -> event.startsWith("gap ")).count());
            assertTrue(sparing.events().getLast().endsWith(".." + (feed.sequence() - 2)), sparing.events()::toString);
        }
        assertAllDelivered(feed, skipping);
    }

    /**
     * The message that was newest when credit ran out is old when all earlier ones have been read. A device that takes
     * requests slowly merges the pushes, so credit may not run out.
     */
    @Test
    void jumpGoesToTheNewestAfterPendingMessagesAreRead() {
        lengths(sequence -> 10);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.CONFLATE, Start.oldest());
        feed.pass(CAPACITY / 2);
        transport().settle();
        // After the jump a reader on a fast link never finds less than the last messages; nor does one without a jump.
        final long pending = feed.sequence();
        for (long i = 0; i < pending && reader.poll(10) > 0 && reader.session().missed() == 0; i++) {
            feed.offer(5);
            transport().settle();
        }
        reader.drain();
        assertComplete(feed, reader);
        final List<String> gaps = reader.events().stream().filter(event -> event.startsWith("gap ")).toList();
        assumeTrue(!gaps.isEmpty() || !remote().canMergePushes(), "credit did not run out: the pushes were merged");
        final String first = gaps.getFirst();
        final long last = Long.parseLong(first.substring(first.lastIndexOf('.') + 1));
        assertTrue(feed.sequence() - last < pending / 10, () -> first + " of " + feed.sequence());
        assertTrue(reader.session().isDeliveredLast());
    }

    /** The target of a jump is pushed whole, whatever is published in the meantime: jumps do not continue forever. */
    @Test
    void readerProgressesAtAnyPublishingRate() {
        lengths(sequence -> MAX_LENGTH);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.CONFLATE, Start.oldest());
        for (int round = 0; round < 200; round++) {
            feed.offer(3);
            transport().settle();
            reader.poll(1);
        }
        assertTrue(reader.session().delivered() > 20, reader.session()::toString);
        reader.drain();
        assertComplete(feed, reader);
    }
}
