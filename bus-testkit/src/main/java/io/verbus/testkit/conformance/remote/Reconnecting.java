package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.support.RecordingAudience;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A connection that ends at any point of the stream: the next one resumes there, or the missing messages are reported.
 */
public abstract class Reconnecting extends RemoteConformance {
    protected Reconnecting(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONFLATE") // which then continues with the newest
    void messagesStillInTheLogAreNotMissed(final Policy policy) {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(policy, Start.oldest());
        for (int round = 0; round < 30; round++) {
            feed.offer(round);
            reader.poll(round / 2 + 1);
            remote().breakLinks();
            feed.offer(20);
            drainHealed(reader);
            assertAllDelivered(feed, reader);
        }
    }

    @RepeatedTest(10)
    void blockSubscriptionMissesNothingAfterAnyDisconnect() {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        final RecordingAudience audience = new RecordingAudience();
        final CheckedFeed feed = publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withLinger(Duration.ZERO)
                .withListener(audience));
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        for (int round = 0; round < transport().times(40); round++) {
            feed.offer(random.nextInt(600));
            if (random.nextBoolean()) {
                transport().settle();
            }
            reader.poll(1 + random.nextInt(600));
            remote().breakLinks();
            if (random.nextBoolean()) {
                transport().settle();
            }
            reader.poll(1 + random.nextInt(600));
            if (random.nextBoolean()) {
                drainHealed(reader);
            }
        }
        drainHealed(reader);
        assertComplete(feed, reader);
        assertEquals(0, reader.session().missed(), () -> "seed " + seed + " " + audience.events() + reader.events());
    }

    @RepeatedTest(10)
    void deliveredPlusReportedEqualsPublishedUnderSkip() {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.SKIP, Start.oldest());
        for (int round = 0; round < transport().times(40); round++) {
            feed.offer(random.nextInt(2_000));
            transport().arrive();
            reader.poll(1 + random.nextInt(600));
            if (random.nextInt(3) == 0) {
                remote().breakLinks();
            }
            reader.poll(1 + random.nextInt(600));
            if (random.nextBoolean()) {
                drainHealed(reader);
            }
        }
        drainHealed(reader);
        assertComplete(feed, reader);
        assertTrue(reader.session().delivered() > 0, "seed " + seed);
    }
}
