package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A SKIP subscription that lags by a log receives a jump, and its credit is correct afterwards. */
public abstract class Jumping extends RemoteConformance {
    protected Jumping(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void everyMessageAfterAJumpIsDelivered() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.SKIP, Start.oldest());
        for (int round = 0; round < 20; round++) {
            feed.pass(3 * CAPACITY);
            reader.drain();
            assertComplete(feed, reader);
            final long missed = reader.session().missed();
            for (int i = 0; i < 8; i++) {
                feed.pass(CAPACITY / 4);
                reader.drain();
            }
            assertEquals(missed, reader.session().missed(), "two laps read without lag");
        }
        assertComplete(feed, reader);
    }

    @Test
    void skippedMessagesAreReportedOncePerJump() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.SKIP, Start.oldest());
        for (int round = 0; round < 20; round++) {
            feed.pass(3 * CAPACITY);
            reader.drain();
        }
        final long gaps = reader.events().stream().filter(event -> event.startsWith("gap")).count();
        assertTrue(gaps >= 20 && gaps <= 40, () -> reader.events().toString());
        assertComplete(feed, reader);
    }

    @RepeatedTest(10)
    void readerOfAnySpeedReportsEveryGapOfMessagesOfAnyLength() {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        lengths(sequence -> (int) (sequence * 7919 % (CAPACITY / 4 + 1)));
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.SKIP, Start.oldest());
        for (int round = 0; round < 300; round++) {
            feed.offer(random.nextInt(30));
            if (random.nextBoolean()) {
                transport().settle();
            }
            reader.poll(1 + random.nextInt(20));
        }
        reader.drain();
        assertComplete(feed, reader);
        assertTrue(reader.session().missed() > 0, "seed " + seed);
    }
}
