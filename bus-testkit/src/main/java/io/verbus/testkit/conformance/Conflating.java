package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A lapped CONFLATE reader resumes at the newest message, and receives the rest as one gap. */
public abstract class Conflating extends Conformance {
    private static final int LONGEST = CAPACITY / 4;

    protected Conflating(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @EnumSource(Repair.class)
    void lappedReaderResumesAtNewestMessage(final Repair repair) {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.CONFLATE)
                .withStart(Start.oldest()).withRepair(repair));
        for (int round = 0; round < 20; round++) {
            feed.offer(1);
            reader.drain();
            feed.pass(3 * CAPACITY);
            reader.drain();
            assertNewestCameAfterAGap(feed, reader, round + 1);
        }
        assertEquals(0, transport().errors().size());
    }

    /** For any length: the newest chunk of the log may contain a thousand messages, or a part of one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 32, 100, 1_000, MAX_LENGTH})
    void newestMessageIsFoundForAnyMessageLength(final int length) {
        lengths(sequence -> length);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.CONFLATE, Start.oldest());
        for (int round = 0; round < 10; round++) {
            feed.pass(2 * CAPACITY + round * CAPACITY / 16);
            reader.drain();
            assertNewestCameAfterAGap(feed, reader, round + 1);
        }
    }

    @Test
    void newestMessageMayFillAQuarterOfTheLog() {
        lengths(sequence -> sequence % 50 == 0 ? LONGEST : 100);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.CONFLATE, Start.oldest());
        for (int round = 0; round < 10; round++) {
            feed.pass(2 * CAPACITY);
            final long longest = nextLong(feed);
            feed.pass(1);
            reader.drain();
            assertComplete(feed, reader);
            final String gap = reader.events().getLast();
            assertTrue(gap.startsWith("gap ") && gap.endsWith(".." + (longest - 1)), reader.events()::toString);
        }
    }

    private static long nextLong(final CheckedFeed feed) {
        while (feed.sequence() % 50 != 0) {
            feed.pass(1);
        }
        return feed.sequence();
    }

    @Test
    void newestMessageIsDeliveredBeforeTheEnd() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.CONFLATE, Start.oldest());
        feed.pass(3 * CAPACITY);
        final long messages = feed.sequence();
        feed.close(reader);
        reader.drain();
        assertEquals("ended " + messages, reader.events().getLast(), () -> reader.events().toString());
        final String gap = reader.events().get(reader.events().size() - 2);
        assertTrue(gap.endsWith(".." + (messages - 2)), reader.events()::toString);
    }

    @Test
    void readerWithoutLagMissesNothing() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.CONFLATE, Start.oldest());
        while (feed.publication().position() < 10 * CAPACITY) {
            feed.offer(1);
            reader.drain();
        }
        assertAllDelivered(feed, reader);
    }

    @RepeatedTest(5)
    void readerOfAnySpeedReportsEveryGapAndGetsTheLastMessage() {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        lengths(sequence -> (int) (sequence * 7919 % (LONGEST + 1)));
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.CONFLATE, Start.oldest());
        for (int round = 0; round < transport().times(300); round++) {
            feed.offer(random.nextInt(30));
            if (random.nextBoolean()) {
                transport().settle();
            }
            reader.poll(1 + random.nextInt(20));
            if (random.nextInt(10) == 0) {
                feed.offer(1);
                reader.drain();
                assertComplete(feed, reader);
                assertTrue(reader.session().isDeliveredLast(), () -> "seed " + seed + " " + reader.events());
            }
        }
        feed.pass(2 * CAPACITY); // lapped at least once, for every seed
        reader.drain();
        assertComplete(feed, reader);
        assertTrue(reader.session().missed() > 0, "seed " + seed);
    }

    /** The publisher is silent: the last message delivered is the newest published, after one more gap. */
    private void assertNewestCameAfterAGap(final CheckedFeed feed, final CheckedReader reader, final int gaps) {
        assertComplete(feed, reader);
        assertEquals(GapCause.CONFLATED, reader.oracle().causes().getLast());
        final String gap = reader.events().getLast();
        assertTrue(gap.startsWith("gap ") && gap.endsWith(".." + (feed.sequence() - 2)),
                () -> "published " + feed.sequence() + ", events " + reader.events());
        assertEquals(gaps, reader.events().stream().filter(event -> event.startsWith("gap ")).count(),
                () -> reader.events().toString());
    }
}
