package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lapped SKIP reader: each message delivered is intact, and each message missed is reported exactly. */
public abstract class Lapping extends Conformance {
    protected Lapping(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @EnumSource(Repair.class)
    void lappedReaderReportsExactGap(final Repair repair) {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(skipping(repair));
        final int rounds = transport().times(250);
        for (int round = 0; round < rounds; round++) {
            feed.pass(4L * CAPACITY * round / rounds);
            reader.poll(1);
            reader.poll(50);
        }
        reader.drain();
        assertComplete(feed, reader);
        assertTrue(reader.session().missed() > 0);
        assertEquals(0, transport().errors().size());
    }

    @ParameterizedTest
    @EnumSource(Repair.class)
    void readerThatIsNotLappedMissesNothing(final Repair repair) {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(skipping(repair));
        for (int round = 0; round < transport().times(300); round++) {
            feed.pass(CAPACITY / 2);
            reader.drain();
        }
        assertAllDelivered(feed, reader);
    }

    @ParameterizedTest
    @EnumSource(Repair.class)
    void readerOfAnySpeedReportsEveryGap(final Repair repair) {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(skipping(repair));
        while (feed.sequence() < transport().times(200_000)) {
            feed.offer(random.nextInt(2_000));
            transport().arrive();
            for (int polls = random.nextInt(4); polls > 0; polls--) {
                reader.poll(1 + random.nextInt(1_000));
            }
        }
        feed.pass(2 * CAPACITY); // lapped at least once, for every seed
        reader.drain();
        assertComplete(feed, reader);
        assertTrue(reader.session().missed() > 0 && reader.session().delivered() > 0, "seed " + seed);
    }

    private static SubscriptionSettings skipping(final Repair repair) {
        return SubscriptionSettings.of(STREAM).withPolicy(Policy.SKIP).withStart(Start.oldest()).withRepair(repair);
    }
}
