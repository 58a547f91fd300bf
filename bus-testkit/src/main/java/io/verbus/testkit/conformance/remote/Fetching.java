package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A SKIP subscription with repair fetches messages that the log still contains, without its publisher's process. */
public abstract class Fetching extends RemoteConformance {
    /** Twice that, plus twice the longest message of these tests, is less than an image. */
    private static final int WRITTEN = CAPACITY * 12 / 32;
    /**
     * The bytes after that: more than three quarters of a log, so the publisher jumps; less than a log, so all are
     * present.
     */
    private static final int LEFT_OUT = CAPACITY * 3 / 4 + 1;
    /** In two frames. */
    private static final int LONGEST = MAX_LENGTH + 500;
    private static final int EMPTY_POLLS = 20;
    private static final int MANY_POLLS = 10_000;

    protected Fetching(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    private CheckedReader subscribe(final Repair repair, final Start start) {
        return subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.SKIP).withRepair(repair).withStart(start));
    }

    /** Each settle pushes all writes, so few are needed. */
    private CheckedFeed publishSome() {
        return publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withPushesOnCommit(false));
    }

    /** The publisher fills an image that was read, and continues until it skips a part of the log. */
    private void lag(final CheckedFeed feed) {
        feed.pass(WRITTEN);
        transport().settle();
        feed.pass(WRITTEN);
        transport().settle();
        feed.pass(LEFT_OUT);
        transport().settle();
    }

    /** Reads the available messages only: a jump after them is taken. */
    private static void readOn(final CheckedReader reader) {
        for (int empty = 0; empty < EMPTY_POLLS;) {
            empty = reader.poll(Integer.MAX_VALUE) > 0 ? 0 : empty + 1;
        }
    }

    /** A few polls, in which some of the history may arrive, with room for other events between them. */
    private void readInPieces(final CheckedReader reader, final SplittableRandom random, final Runnable between) {
        for (int i = random.nextInt(EMPTY_POLLS); i > 0; i--) {
            if (random.nextInt(10) == 0) {
                reader.pollAndExhaust(random.nextInt(100));
            } else {
                reader.poll(1 + random.nextInt(100));
            }
            if (random.nextInt(3) == 0) {
                remote().settleSubscriber();
            }
            between.run();
        }
    }

    @Test
    void messagesStillInTheLogAreNotMissed() {
        final CheckedFeed feed = publishSome();
        final CheckedReader filling = subscribe(Repair.REPAIR, Start.oldest());
        final CheckedReader reporting = subscribe(Repair.REPORT, Start.oldest());
        for (int round = 0; round < 10; round++) {
            lag(feed);
            filling.drain();
            reporting.drain();
            assertAllDelivered(feed, filling);
        }
        assertComplete(feed, reporting);
        assertTrue(reporting.session().missed() > 0, "the reader under report fetches nothing");
    }

    @Test
    void longMessagesAreFetchedComplete() {
        lengths(sequence -> (int) (sequence * 7919 % (LONGEST + 1)));
        final CheckedFeed feed = publishSome();
        feed.pass(CAPACITY * 25 / 32); // more than is pushed to a reader that joins then
        final CheckedReader reader = subscribe(Repair.REPAIR, Start.at(0));
        reader.drain();
        assertAllDelivered(feed, reader);
    }

    @Test
    void fetchDoesNotInvolveThePublishersProcess() {
        final CheckedFeed feed = publishSome();
        final CheckedReader reader = subscribe(Repair.REPAIR, Start.oldest());
        lag(feed);
        readOn(reader);
        final long before = reader.session().next();
        transport().settle(); // the live messages have arrived; from here on the publisher is not called
        for (int poll = 0; poll < MANY_POLLS && reader.session().next() < feed.sequence(); poll++) {
            reader.poll(1 + (int) (reader.session().next() % 7));
            remote().settleSubscriber();
        }
        assertAllDelivered(feed, reader);
        assertTrue(before < feed.sequence(), "no history to fetch");
    }

    @Test
    void lateJoinerBeginsAtASequenceStillInTheLog() {
        final CheckedFeed feed = publishSome();
        feed.pass(CAPACITY * 7 / 8);
        final CheckedReader reader = subscribe(Repair.REPAIR, Start.at(5));
        reader.drain();
        assertEquals(5, reader.session().first());
        assertEquals(0, reader.session().missed());
        assertComplete(feed, reader);
    }

    @Test
    void overwrittenMessagesAreReportedExactly() {
        final CheckedFeed feed = publishSome();
        feed.pass(3 * CAPACITY);
        final CheckedReader reader = subscribe(Repair.REPAIR, Start.at(5));
        reader.drain();
        assertEquals(5, reader.session().first());
        assertTrue(reader.session().missed() > 0);
        assertComplete(feed, reader);
        final CheckedReader reporting = subscribe(Repair.REPORT, Start.at(5));
        reporting.drain();
        assertTrue(reporting.session().missed() > reader.session().missed(), () -> "fetched nothing: "
                + reader.events() + reporting.events());
    }

    @Test
    void reconnectedReaderMissesNothingStillInTheLog() {
        final CheckedFeed feed = publishSome();
        final CheckedReader reader = subscribe(Repair.REPAIR, Start.oldest());
        for (int round = 0; round < 10; round++) {
            feed.offer(20);
            reader.drain();
            remote().breakLinks();
            feed.pass(CAPACITY * 13 / 16);
            drainHealed(reader);
            assertAllDelivered(feed, reader);
        }
    }

    @Test
    void closingPublisherWaitsForFetches() {
        final CheckedFeed feed = publishSome();
        final CheckedReader reader = subscribe(Repair.REPAIR, Start.oldest());
        lag(feed);
        feed.close(reader);
        reader.drain();
        assertEquals(0, reader.session().missed(), () -> reader.events().toString());
        assertTrue(reader.events().getLast().startsWith("ended"), () -> reader.events().toString());
    }

    @RepeatedTest(10)
    void lapDuringFetchIsAGapWithItsRange() {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        lengths(sequence -> (int) (sequence * 7919 % (sequence % 50 == 0 ? LONGEST : 700)));
        final CheckedFeed feed = publishSome();
        final CheckedReader reader = subscribe(Repair.REPAIR, Start.oldest());
        for (int round = 0; round < transport().times(100); round++) {
            feed.pass(random.nextInt(2 * CAPACITY));
            transport().settle();
            readInPieces(reader, random, () -> {
                if (random.nextInt(5) == 0) {
                    feed.pass(random.nextInt(CAPACITY / 4));
                }
            });
        }
        feed.pass(2 * CAPACITY); // lapped at least once, for every seed
        reader.drain();
        assertComplete(feed, reader);
        assertTrue(reader.session().missed() > 0 && reader.session().delivered() > 0, "seed " + seed);
    }

    @RepeatedTest(10)
    void lostConnectionDuringFetchKeepsOrder() {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        final CheckedFeed feed = publishSome();
        final CheckedReader reader = subscribe(Repair.REPAIR, Start.oldest());
        for (int round = 0; round < transport().times(50); round++) {
            feed.pass(random.nextInt(2 * CAPACITY));
            transport().settle();
            readInPieces(reader, random, () -> {});
            remote().breakLinks();
            if (random.nextBoolean()) {
                drainHealed(reader);
            }
        }
        drainHealed(reader);
        assertComplete(feed, reader);
        assertTrue(reader.session().delivered() > 0, "seed " + seed);
    }
}
