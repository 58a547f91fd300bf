package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.transport.Feed;
import io.verbus.testkit.transport.Reader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A SKIP subscription that fills its gaps fetches what the log still has, and its publisher takes no part. */
public abstract class Fetching extends RemoteConformance {
    /** Twice that, and twice the longest message of these tests, is less than an image holds. */
    private static final int WRITTEN = CAPACITY * 12 / 32;
    /** Behind that: more than three quarters of a log, so the publisher jumps; less than a log, so it is all there. */
    private static final int LEFT_OUT = CAPACITY * 3 / 4 + 1;
    /** In two frames. */
    private static final int LONGEST = MAX_LENGTH + 500;
    private static final int TURNS = 20;
    private static final int MANY_TURNS = 10_000;

    protected Fetching(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    private Reader subscribe(final Repair repair, final Start start) {
        return subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.SKIP).withRepair(repair).withStart(start));
    }

    /** Writes go as they are when it settles, so few are needed. */
    private Feed publishSome() {
        return publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withPushesOnCommit(false));
    }

    /** The publisher fills an image that was read, and goes on until it leaves some of the log out. */
    private void fallBehind(final Feed feed) {
        feed.pass(WRITTEN);
        transport().settle();
        feed.pass(WRITTEN);
        transport().settle();
        feed.pass(LEFT_OUT);
        transport().settle();
    }

    /** Reads what is there and no more: a jump behind it is taken. */
    private static void readOn(final Reader reader) {
        for (int empty = 0; empty < TURNS;) {
            empty = reader.poll(Integer.MAX_VALUE) > 0 ? 0 : empty + 1;
        }
    }

    /** A few polls, in which some of what is fetched may come, and something else may happen between them. */
    private void readInPieces(final Reader reader, final SplittableRandom random, final Runnable between) {
        for (int i = random.nextInt(TURNS); i > 0; i--) {
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
    void whatTheLogStillHasIsNotMissed() {
        final Feed feed = publishSome();
        final Reader filling = subscribe(Repair.REPAIR, Start.oldest());
        final Reader reporting = subscribe(Repair.REPORT, Start.oldest());
        for (int round = 0; round < 10; round++) {
            fallBehind(feed);
            filling.drain();
            reporting.drain();
            assertAllDelivered(feed, filling);
        }
        assertComplete(feed, reporting);
        assertTrue(reporting.account().missed() > 0, "who only reports fetches nothing");
    }

    @Test
    void longMessagesAreFetchedWhole() {
        lengths(sequence -> (int) (sequence * 7919 % (LONGEST + 1)));
        final Feed feed = publishSome();
        feed.pass(CAPACITY * 25 / 32); // more than is pushed to who comes then
        final Reader reader = subscribe(Repair.REPAIR, Start.at(0));
        reader.drain();
        assertAllDelivered(feed, reader);
    }

    @Test
    void thePublishersProcessTakesNoPart() {
        final Feed feed = publishSome();
        final Reader reader = subscribe(Repair.REPAIR, Start.oldest());
        fallBehind(feed);
        readOn(reader);
        final long before = reader.account().next();
        transport().settle(); // what is live has come; from here on nobody calls the publisher
        for (int turn = 0; turn < MANY_TURNS && reader.account().next() < feed.sequence(); turn++) {
            reader.poll(1 + (int) (reader.account().next() % 7));
            remote().settleSubscriber();
        }
        assertAllDelivered(feed, reader);
        assertTrue(before < feed.sequence(), "there was nothing to be fetched");
    }

    @Test
    void whoComesLateBeginsWithASequenceThatTheLogStillHas() {
        final Feed feed = publishSome();
        feed.pass(CAPACITY * 7 / 8);
        final Reader reader = subscribe(Repair.REPAIR, Start.at(5));
        reader.drain();
        assertEquals(5, reader.account().first());
        assertEquals(0, reader.account().missed());
        assertComplete(feed, reader);
    }

    @Test
    void whatTheLogHasNoMoreIsReportedExactly() {
        final Feed feed = publishSome();
        feed.pass(3 * CAPACITY);
        final Reader reader = subscribe(Repair.REPAIR, Start.at(5));
        reader.drain();
        assertEquals(5, reader.account().first());
        assertTrue(reader.account().missed() > 0);
        assertComplete(feed, reader);
        final Reader reporting = subscribe(Repair.REPORT, Start.at(5));
        reporting.drain();
        assertTrue(reporting.account().missed() > reader.account().missed(), () -> "fetched nothing: "
                + reader.events() + reporting.events());
    }

    @Test
    void whoWasAwayMissesNothingThatTheLogStillHas() {
        final Feed feed = publishSome();
        final Reader reader = subscribe(Repair.REPAIR, Start.oldest());
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
    void aPublisherThatClosesWaitsForWhoFetches() {
        final Feed feed = publishSome();
        final Reader reader = subscribe(Repair.REPAIR, Start.oldest());
        fallBehind(feed);
        feed.close(reader);
        reader.drain();
        assertEquals(0, reader.account().missed(), () -> reader.events().toString());
        assertTrue(reader.events().getLast().startsWith("ended"), () -> reader.events().toString());
    }

    @RepeatedTest(10)
    void aLapWhileItIsFetchedIsAGapWithItsRange() {
        final long seed = System.nanoTime();
        final SplittableRandom random = new SplittableRandom(seed);
        lengths(sequence -> (int) (sequence * 7919 % (sequence % 50 == 0 ? LONGEST : 700)));
        final Feed feed = publishSome();
        final Reader reader = subscribe(Repair.REPAIR, Start.oldest());
        for (int round = 0; round < transport().times(100); round++) {
            feed.pass(random.nextInt(2 * CAPACITY));
            transport().settle();
            readInPieces(reader, random, () -> {
                if (random.nextInt(5) == 0) {
                    feed.pass(random.nextInt(CAPACITY / 4));
                }
            });
        }
        feed.pass(2 * CAPACITY); // lapped once at least, whatever the dice say
        reader.drain();
        assertComplete(feed, reader);
        assertTrue(reader.account().missed() > 0 && reader.account().delivered() > 0, "seed " + seed);
    }

    @RepeatedTest(10)
    void aConnectionThatEndsWhileItIsFetchedCostsNoOrder() {
        final long seed = System.nanoTime();
        final SplittableRandom random = new SplittableRandom(seed);
        final Feed feed = publishSome();
        final Reader reader = subscribe(Repair.REPAIR, Start.oldest());
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
        assertTrue(reader.account().delivered() > 0, "seed " + seed);
    }
}
