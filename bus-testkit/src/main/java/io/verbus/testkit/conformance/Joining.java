package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Subscriptions that join and leave at every moment of a session, with every start. */
public abstract class Joining extends Conformance {
    protected Joining(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void subscriptionBeginsAtItsStart(final Policy policy) {
        for (final int before : new int[]{0, 1, 10, 5_000}) {
            final CheckedFeed feed = publish();
            for (int i = 0; i < before; i++) {
                feed.pass(1); // a relay that gates the publisher reads meanwhile
            }
            final CheckedReader live = subscribe(policy, Start.live());
            final CheckedReader oldest = subscribe(policy, Start.oldest());
            final CheckedReader middle = subscribe(policy, Start.at(before / 2));
            final CheckedReader later = subscribe(policy, Start.at(before + 20));
            final List<CheckedReader> all = List.of(live, oldest, middle, later);
            for (int i = 0; i < 50; i++) {
                feed.offer(1);
                all.forEach(CheckedReader::drain);
            }
            assertEquals(before, live.session().first());
            assertEquals(before / 2, middle.session().first());
            assertEquals(before + 20, later.session().first());
            assertEquals(0, live.session().missed() + later.session().missed());
            // A reader that starts at the oldest message of a full log may be lapped before it reads.
            assertTrue(oldest.session().missed() == 0 || policy != Policy.BLOCK && before > 100,
                    oldest.session()::toString);
            all.forEach(reader -> assertComplete(feed, reader));
            if (before < 100) {
                assertEquals(0, oldest.session().first());
                assertTrue(middle.session().missed() == 0 || mayConflate(policy), middle.session()::toString);
            }
            all.forEach(CheckedReader::close);
            feed.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void readyReaderGetsEveryMessageFromThenOn(final Policy policy) {
        final CheckedFeed feed = publish();
        feed.offer(3);
        final CheckedReader reader = subscribe(
                SubscriptionSettings.of(STREAM).withPolicy(policy).withStart(Start.live()));
        for (int cycle = 0; !feed.publication().awaitSubscribers(1, Duration.ZERO); cycle++) {
            assertTrue(cycle < 100, feed::toString);
            feed.offer(1);
            transport().pass(Duration.ofMillis(20));
        }
        final long promised = feed.sequence();
        feed.offer(20);
        reader.drain();
        assertTrue(reader.session().first() <= promised, () -> reader.session() + ", ready at " + promised);
        assertComplete(feed, reader);
    }

    @Test
    void laterSessionIsReadFromItsFirstMessageForAnyStart() {
        final List<CheckedReader> readers = List.of(subscribe(Policy.BLOCK, Start.live()),
                subscribe(Policy.SKIP, Start.live()), subscribe(Policy.BLOCK, Start.oldest()),
                subscribe(Policy.SKIP, Start.at(100)), subscribe(Policy.EVICT, Start.oldest()));
        final CheckedFeed feed = publish();
        feed.offer(10);
        for (final CheckedReader reader : readers) {
            reader.drain();
            assertAllDelivered(feed, reader);
        }
    }

    @RepeatedTest(10)
    void joinAndLeaveAtEveryMoment() {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        final List<CheckedFeed> feeds = new ArrayList<>(List.of(publish()));
        final List<CheckedReader> readers = new ArrayList<>();
        for (int step = 0; step < transport().times(1_500); step++) {
            switch (random.nextInt(12)) {
                case 0 -> readers.add(subscribe(Policy.values()[random.nextInt(4)], switch (random.nextInt(3)) {
                    case 0 -> Start.live();
                    case 1 -> Start.oldest();
                    default -> Start.at(random.nextLong(2 * feeds.getFirst().sequence() + 1));
                }));
                case 1 -> {
                    if (readers.size() > 3) {
                        readers.remove(random.nextInt(readers.size())).close();
                    }
                }
                case 2 -> {
                    if (feeds.size() < 4) {
                        feeds.add(publish());
                    }
                }
                case 3 -> {
                    if (feeds.size() > 1 && random.nextInt(4) == 0) {
                        feeds.remove(random.nextInt(feeds.size())).close();
                    }
                }
                case 4, 5 -> transport().settle();
                case 6, 7, 8 -> readers.forEach(reader -> reader.poll(1 + random.nextInt(300)));
                default -> feeds.get(random.nextInt(feeds.size())).offer(random.nextInt(200));
            }
        }
        for (int round = 0; round < 5; round++) { // broken connections are restored, one by one
            readers.forEach(CheckedReader::drain);
            transport().pass(Duration.ofMillis(400));
        }
        for (final CheckedReader reader : readers) {
            reader.drain();
            for (final CheckedFeed feed : feeds) {
                final SessionOracle session = reader.oracle().of(feed.publication().session());
                final boolean lost = session != null && session.isOver()
                        && reader.subscription().settings().policy() == Policy.EVICT;
                assertTrue(session == null || lost || session.next() == feed.sequence(),
                        () -> "seed " + seed + ": " + session + " of " + feed.sequence() + " " + reader.events()
                                + transport());
            }
            assertEquals(List.of(), reader.oracle().faults(), "seed " + seed);
        }
    }
}
