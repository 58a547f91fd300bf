package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.Start;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ring that a BLOCK reader keeps full: clearing never reaches unread frames. */
public abstract class FullRing extends Conformance {
    protected FullRing(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, 17, 48, 49, 100, 500, 1_000, 2_032, 4_000, MAX_LENGTH})
    void unreadFramesStayIntactInAFullRing(final int length) {
        lengths(sequence -> length);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        final int rounds = transport().times(200);
        for (int round = 0; round < rounds; round++) {
            while (feed.offer()) {
                assertTrue(feed.publication().position() > 0);
            }
            feed.abort(MAX_LENGTH);
            feed.abort(0);
            assertFalse(feed.offer());
            reader.pollSome(1 + round * 200 / rounds);
            transport().settle();
        }
        reader.drain();
        assertAllDelivered(feed, reader);
    }

    @Test
    void randomFramesStayIntactWithAbortsAndShorterCommits() {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        while (feed.sequence() < transport().times(100_000)) {
            final long sequence = feed.sequence();
            switch (random.nextInt(8)) {
                case 0 -> feed.abort(random.nextInt(MAX_LENGTH + 1));
                case 1 -> feed.offer(MAX_LENGTH, sequence);
                case 2 -> reader.poll(1 + random.nextInt(300));
                case 3 -> transport().settle();
                default -> feed.offer(random.nextInt(50));
            }
        }
        reader.drain();
        assertAllDelivered(feed, reader);
    }

    @Test
    void refusedClaimIsCountedAndLeavesNoTrace() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        feed.offer(Integer.MAX_VALUE);
        final long sequence = feed.sequence();
        final long position = feed.publication().position();
        for (int i = 0; i < 100; i++) {
            assertEquals(Publication.BACK_PRESSURED, feed.publication().claim(MAX_LENGTH));
        }
        assertEquals(sequence, feed.sequence());
        assertEquals(position, feed.publication().position());
        reader.drain();
        assertTrue(feed.offer());
        reader.drain();
        assertAllDelivered(feed, reader);
    }
}
