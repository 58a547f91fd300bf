package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.PeerWord;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A subscriber that forges any word: it blocks its publisher no longer than the timeout, and takes nothing from another
 * reader.
 */
public abstract class LyingSubscriber extends Conformance {
    private static final int HEADER_WORDS = 512 / Long.BYTES;
    private static final int PLACE_WORDS = 128 / Long.BYTES;
    private static final int STEPS = 60;

    private final long seed = Seeds.draw();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final ForgedWords forged = new ForgedWords(random);

    protected LyingSubscriber(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void forgedPositionsDelayPublisherAtMostTheTimeout() {
        lengths(sequence -> sequence % 3 == 0 ? MAX_LENGTH : (int) (sequence * 61 % 500));
        final CheckedFeed feed = publish();
        final CheckedReader honest = subscribe(Policy.BLOCK, Start.oldest());
        for (int index = 0; index < HEADER_WORDS + 4 * PLACE_WORDS; index++) {
            final boolean isPlace = index >= HEADER_WORDS && index < HEADER_WORDS + 4;
            for (int kind = 0; kind < 16; kind++) {
                if (isPlace || random.nextInt(8) == 0) {
                    lie(feed, honest, index, kind);
                }
            }
        }
        assertAllDelivered(feed, honest);
    }

    private void lie(final CheckedFeed feed, final CheckedReader honest, final int index, final int kind) {
        final CheckedReader liar = subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK).withName("liar"));
        feed.offer(3);
        honest.drain();
        liar.poll(2);
        transport().settle();
        final PeerWord word = transport().wordsOf(liar.subscription()).get(index);
        final long lie = kind == 15
                ? feed.publication().session().id()
                : forged.about(word, CAPACITY)[kind];
        word.put(lie);
        final String what = word + " is " + lie + ", seed " + seed;
        final long until = feed.publication().position() + 2 * CAPACITY;
        int steps = 0;
        while (feed.publication().position() < until) {
            feed.offer(5);
            honest.drain();
            transport().pass(TransportUnderTest.PROGRESS_TIMEOUT.dividedBy(10));
            assertTrue(steps++ < STEPS, () -> "blocked forever: " + what);
        }
        liar.drain();
        assertEquals(List.of(), liar.oracle().faults(), what);
        liar.close();
        transport().settle();
    }
}
