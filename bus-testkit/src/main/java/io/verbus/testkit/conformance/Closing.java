package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a session: nothing of the last burst is lost, and the wait for a reader without progress is bounded. */
public abstract class Closing extends Conformance {
    private static final Duration LINGER = Duration.ofSeconds(1);

    protected Closing(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, Integer.MAX_VALUE})
    void closeAfterBurstLosesNothing(final int burst) {
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.live());
        final CheckedFeed feed = lingering();
        feed.offer(burst);
        int polls = 0;
        while (!feed.publication().tryClose()) {
            transport().pass(Duration.ofMillis(1));
            polls += reader.poll(10) > 0 ? 1 : 0;
            assertTrue(polls < 10_000);
        }
        reader.drain();
        assertAllDelivered(feed, reader);
        assertEquals("ended " + feed.sequence(), reader.events().getLast());
    }

    @Test
    void slowReaderReceivesTheWholeSession() {
        lengths(sequence -> 100);
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.live());
        final CheckedFeed feed = lingering();
        while (feed.publication().position() < CAPACITY * 3 / 4) {
            feed.offer(1);
        }
        assertFalse(feed.publication().tryClose());
        final long share = feed.sequence() / 4; // enough for a publisher on another host to receive credit
        long read = 0;
        while (read + share < feed.sequence()) {
            for (final long until = read + share; read < until;) {
                read += reader.pollSome((int) (until - read));
            }
            transport().pass(LINGER.multipliedBy(9).dividedBy(10));
            assertFalse(feed.publication().tryClose(), "a reader is not at the end");
        }
        feed.close(reader);
        reader.drain(); // a close waits until the last message is taken, not until the end is reported
        assertAllDelivered(feed, reader);
        assertEquals("ended " + feed.sequence(), reader.events().getLast());
    }

    @Test
    void lingeringIsBounded() {
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.live());
        final CheckedFeed feed = lingering();
        feed.offer(10);
        assertFalse(feed.publication().tryClose());
        transport().pass(LINGER.multipliedBy(9).dividedBy(10));
        assertFalse(feed.publication().tryClose(), "the linger timeout has not passed");
        transport().pass(LINGER.dividedBy(5));
        assertTrue(feed.publication().tryClose(), "the linger timeout has passed");
        reader.drain();
        assertAllDelivered(feed, reader);
        assertEquals(List.of("started 0", "ended 10"), reader.events());
    }

    @Test
    void rejoiningReaderThatNeverReadsDoesNotDelayClose() {
        final CheckedFeed feed = lingering();
        feed.offer(10);
        CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        assertFalse(feed.publication().tryClose());
        final Duration step = LINGER.multipliedBy(2).dividedBy(5);
        int times = 0;
        for (Duration passed = Duration.ZERO; passed.compareTo(LINGER) <= 0; passed = passed.plus(step)) {
            reader.close();
            transport().settle();
            feed.publication().tryClose(); // no reader is present
            reader = subscribe(Policy.BLOCK, Start.oldest());
            transport().pass(step);
            times++;
        }
        assertEquals(3, times);
        assertTrue(feed.publication().tryClose(), "no reader has read anything");
    }

    @Test
    void endIsReportedOnceAndIsTheLastEvent() {
        final CheckedReader blocking = subscribe(Policy.BLOCK, Start.live());
        final CheckedReader skipping = subscribe(Policy.SKIP, Start.live());
        final CheckedFeed feed = publish();
        feed.offer(100);
        feed.close(blocking, skipping);
        assertEquals(Publication.CLOSED, feed.publication().claim(1));
        for (final CheckedReader reader : List.of(blocking, skipping)) {
            reader.drain();
            reader.drain();
            assertEquals(List.of("started 0", "ended 100"), reader.events());
            assertEquals(List.of(), reader.subscription().sessions());
        }
    }

    @Test
    void abandonedSessionIsReadToItsLastMessageAndThenLost() {
        final CheckedReader blocking = subscribe(Policy.BLOCK, Start.live());
        final CheckedReader skipping = subscribe(Policy.SKIP, Start.live());
        final CheckedFeed feed = publish();
        feed.offer(100);
        feed.publication().breakOff();
        feed.close(blocking, skipping);
        for (final CheckedReader reader : List.of(blocking, skipping)) {
            transport().pass(LINGER);
            reader.drain();
            assertAllDelivered(feed, reader);
            assertEquals("started 0", reader.events().getFirst());
            assertTrue(reader.events().getLast().startsWith("lost "), reader.events()::toString);
        }
    }

    @Test
    void endOfLappedSessionFollowsTheGap() {
        final CheckedReader reader = subscribe(Policy.SKIP, Start.live());
        final CheckedFeed feed = publish();
        feed.pass(5 * CAPACITY);
        feed.close(reader);
        reader.drain();
        assertComplete(feed, reader);
        assertEquals("ended " + feed.sequence(), reader.events().getLast());
    }

    @Test
    void restartIsNewSessionReadFromItsFirstMessage() {
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.live());
        for (int run = 0; run < 5; run++) {
            final CheckedFeed feed = publish();
            feed.offer(100);
            reader.drain();
            feed.close();
            reader.drain();
            assertAllDelivered(feed, reader);
        }
        assertEquals(5, reader.oracle().sessions().size());
    }

    private CheckedFeed lingering() {
        return publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withLinger(LINGER));
    }
}
