package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages longer than a frame arrive complete, once and in order, or are reported missing. */
public abstract class Fragmenting extends Conformance {
    private static final int LONGEST = CAPACITY / 4;
    private static final int GREATEST = 16 << 20;

    protected Fragmenting(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void messagesOfEveryLengthAreComplete(final Policy policy) {
        lengths(sequence -> (int) (sequence * 61 % (LONGEST + 1)));
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(policy, Start.oldest());
        for (int i = 0; i < transport().times(5_000); i++) {
            assertTrue(feed.offer());
            reader.drain();
        }
        assertAllDelivered(feed, reader);
    }

    @Test
    void longestMessageIsSixteenMebibytes() {
        lengths(sequence -> sequence == 0 ? GREATEST : 100);
        final CheckedFeed feed = publish(
                PublicationSettings.of(STREAM).withCapacity(4 * GREATEST).withLinger(Duration.ZERO));
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        assertEquals(GREATEST, feed.publication().maxMessageLength());
        assertThrows(IllegalArgumentException.class,
                () -> feed.publication().offer(new UnsafeBuffer(new byte[0]), 0, GREATEST + 1));
        assertTrue(feed.offer());
        assertTrue(feed.offer());
        reader.drain();
        assertAllDelivered(feed, reader);
    }

    @Test
    void readerInsideAMessageContinuesWithACompleteOne() {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        lengths(sequence -> (int) (sequence * 7919 % (LONGEST + 1)));
        final CheckedFeed feed = publish();
        final CheckedReader lapped = subscribe(Policy.SKIP, Start.oldest());
        for (int round = 0; round < transport().times(300); round++) {
            feed.offer(random.nextInt(20));
            final CheckedReader joining = subscribe(Policy.values()[round % 4], switch (random.nextInt(3)) {
                case 0 -> Start.live();
                case 1 -> Start.oldest();
                default -> Start.at(random.nextLong(feed.sequence() + 1));
            });
            feed.offer(random.nextInt(3));
            joining.drain();
            if (!joining.oracle().sessions().isEmpty()) {
                assertComplete(feed, joining);
            }
            joining.close();
            transport().settle();
            lapped.poll(random.nextInt(1, 5));
            assertNoFaults();
        }
        feed.pass(2 * CAPACITY); // lapped at least once, for every seed
        lapped.drain();
        assertComplete(feed, lapped);
        assertTrue(lapped.session().missed() > 0,
                () -> "seed " + seed + ": " + lapped.session() + ", " + lapped.events());
    }

    @Test
    void messageBeyondReassemblyMemoryIsAGap() {
        lengths(sequence -> sequence == 10 ? LONGEST : 100);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(
                SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK).withStart(Start.oldest())
                        .withReassemblyLimit(LONGEST / 2));
        feed.offer(50);
        reader.drain();
        assertComplete(feed, reader);
        assertEquals(1, reader.events().stream().filter(event -> event.startsWith("gap 10..")).count(),
                () -> reader.events().toString());
        assertEquals(49, reader.session().delivered());
        assertEquals(List.of(), transport().errors());
    }
}
