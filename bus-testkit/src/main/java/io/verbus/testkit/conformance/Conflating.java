package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.Feed;
import io.verbus.testkit.transport.Reader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A CONFLATE reader that its publisher passes goes on with the newest message, and hears of the rest in one gap. */
public abstract class Conflating extends Conformance {
    private static final int LONGEST = CAPACITY / 4;

    protected Conflating(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @EnumSource(Repair.class)
    void whoIsLappedGoesOnWithTheNewestMessage(final Repair repair) {
        final Feed feed = publish();
        final Reader reader = subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.CONFLATE)
                .withStart(Start.oldest()).withRepair(repair));
        for (int round = 0; round < 20; round++) {
            feed.offer(1);
            reader.drain();
            feed.pass(3 * CAPACITY);
            reader.drain();
            assertNewestCameBehindAGap(feed, reader, round + 1);
        }
        assertEquals(0, transport().errors().size());
    }

    /** However short or long: the newest chunk of the log may hold a thousand messages, or a part of one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 32, 100, 1_000, MAX_LENGTH})
    void theNewestIsFoundAmongMessagesOfAnyLength(final int length) {
        lengths(sequence -> length);
        final Feed feed = publish();
        final Reader reader = subscribe(Policy.CONFLATE, Start.oldest());
        for (int round = 0; round < 10; round++) {
            feed.pass(2 * CAPACITY + round * CAPACITY / 16);
            reader.drain();
            assertNewestCameBehindAGap(feed, reader, round + 1);
        }
    }

    @Test
    void theNewestMayTakeAQuarterOfTheLog() {
        lengths(sequence -> sequence % 50 == 0 ? LONGEST : 100);
        final Feed feed = publish();
        final Reader reader = subscribe(Policy.CONFLATE, Start.oldest());
        for (int round = 0; round < 10; round++) {
            feed.pass(2 * CAPACITY);
            final long longest = nextLong(feed);
            assertTrue(feed.offer(), "the long one");
            reader.drain();
            assertComplete(feed, reader);
            final String gap = reader.events().getLast();
            assertTrue(gap.startsWith("gap ") && gap.endsWith(".." + (longest - 1)), reader.events()::toString);
        }
    }

    private static long nextLong(final Feed feed) {
        while (feed.sequence() % 50 != 0) {
            assertTrue(feed.offer());
        }
        return feed.sequence();
    }

    @Test
    void theNewestComesBeforeTheEndOfTheSession() {
        final Feed feed = publish();
        final Reader reader = subscribe(Policy.CONFLATE, Start.oldest());
        feed.pass(3 * CAPACITY);
        final long messages = feed.sequence();
        feed.close(reader);
        reader.drain();
        assertEquals("ended " + messages, reader.events().getLast(), () -> reader.events().toString());
        final String gap = reader.events().get(reader.events().size() - 2);
        assertTrue(gap.endsWith(".." + (messages - 2)), reader.events()::toString);
    }

    @Test
    void whoReadsInTimeMissesNothing() {
        final Feed feed = publish();
        final Reader reader = subscribe(Policy.CONFLATE, Start.oldest());
        while (feed.publication().position() < 10 * CAPACITY) {
            feed.offer(1);
            reader.drain();
        }
        assertAllDelivered(feed, reader);
    }

    @RepeatedTest(5)
    void aReaderOfAnySpeedKeepsAccountOfMessagesOfAnyLengthAndGetsTheLast() {
        final long seed = System.nanoTime();
        final SplittableRandom random = new SplittableRandom(seed);
        lengths(sequence -> (int) (sequence * 7919 % (LONGEST + 1)));
        final Feed feed = publish();
        final Reader reader = subscribe(Policy.CONFLATE, Start.oldest());
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
                assertTrue(reader.account().isDeliveredLast(), () -> "seed " + seed + " " + reader.events());
            }
        }
        feed.pass(2 * CAPACITY); // lapped once at least, whatever the dice say
        reader.drain();
        assertComplete(feed, reader);
        assertTrue(reader.account().missed() > 0, "seed " + seed);
    }

    /** The publisher is silent: what came last is what was published last, behind one gap more. */
    private static void assertNewestCameBehindAGap(final Feed feed, final Reader reader, final int gaps) {
        assertComplete(feed, reader);
        final String gap = reader.events().getLast();
        assertTrue(gap.startsWith("gap ") && gap.endsWith(".." + (feed.sequence() - 2)),
                () -> "published " + feed.sequence() + ", heard " + reader.events());
        assertEquals(gaps, reader.events().stream().filter(event -> event.startsWith("gap ")).count(),
                () -> reader.events().toString());
    }
}
