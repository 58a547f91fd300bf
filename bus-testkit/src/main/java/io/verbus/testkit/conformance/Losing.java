package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.EvictionCause;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.CounterKind;
import io.verbus.support.RecordingAudience;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lapped EVICT reader loses the session for good, is notified, and loses nothing else. */
public abstract class Losing extends Conformance {
    /** Time in which a lost connection would be restored. */
    private static final Duration A_WHILE = Duration.ofSeconds(1);

    private final RecordingAudience audience = new RecordingAudience();

    protected Losing(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void lappedReaderLosesTheSessionForGoodWithACause() {
        final CheckedFeed feed = observed();
        final CheckedReader reader = subscribe("slow");
        feed.offer(10);
        assertTrue(reader.pollSome(3) > 0);
        feed.pass(3 * CAPACITY);
        readOn(reader);
        final SessionOracle session = reader.session();
        assertTrue(session.isOver(), () -> reader.events().toString());
        assertEquals(1, lost(reader), () -> reader.events().toString());
        assertEquals(LossCause.LAPPED, reader.oracle().lossCauses().getLast());
        assertEquals(GapCause.SESSION_LOST, reader.oracle().causes().getLast());
        assertTrue(session.missed() > 0);
        assertEquals(session.next(), session.first() + session.delivered() + session.missed(), session::toString);
        assertEquals(session.missed(), transport().counter(CounterKind.MESSAGES_MISSED));
        assertEquals(1, audience.events().stream().filter(event -> event.startsWith("evicted slow")).count(),
                () -> audience.events().toString());
        assertEquals(List.of(EvictionCause.LAPPED), audience.evictions());
        assertEquals(List.of(), feed.publication().subscribers());
    }

    /** Directly after it has noticed, so that the reader is gone when its publisher looks for it. */
    @Test
    void readerThatClosesAtOnceIsStillReportedAsEvicted() {
        final CheckedFeed feed = observed();
        final CheckedReader reader = subscribe("slow");
        feed.pass(3 * CAPACITY);
        for (int i = 0; i < 20; i++) {
            reader.poll(1_000);
        }
        reader.close();
        transport().pass(A_WHILE);
        assertEquals(List.of("joined", "evicted"),
                audience.events().stream().map(event -> event.substring(0, event.indexOf(" slow"))).toList(),
                () -> audience.events().toString());
    }

    @Test
    void lostSessionIsNotOfferedAgain() {
        final CheckedFeed feed = observed();
        final CheckedReader reader = subscribe("slow");
        feed.pass(3 * CAPACITY);
        readOn(reader);
        final List<String> before = List.copyOf(reader.events());
        for (int i = 0; i < 5; i++) {
            feed.offer(20);
            readOn(reader);
        }
        assertEquals(before, reader.events());
        assertEquals(1, audience.events().stream().filter(event -> event.startsWith("joined")).count(),
                () -> audience.events().toString());
    }

    @Test
    void otherSessionsContinue() {
        final CheckedFeed lost = publish();
        final CheckedFeed kept = publish();
        final CheckedReader reader = subscribe("slow");
        for (int round = 0; round < 20; round++) {
            kept.offer(10);
            lost.pass(3 * CAPACITY); // more than a log, and the credit for an image
            readOn(reader);
        }
        assertTrue(reader.oracle().of(lost.publication().session()).isOver());
        assertAllDelivered(kept, reader);
        final CheckedFeed later = publish();
        later.offer(10);
        readOn(reader);
        assertAllDelivered(later, reader);
    }

    @Test
    void anotherSubscriptionMayJoin() {
        final CheckedFeed feed = publish();
        final CheckedReader slow = subscribe("slow");
        feed.pass(3 * CAPACITY);
        readOn(slow);
        final CheckedReader next = subscribe("next");
        final long first = feed.sequence();
        for (int i = 0; i < 100; i++) {
            feed.offer(1);
            next.drain();
        }
        assertTrue(slow.session().isOver());
        assertFalse(next.session().isOver());
        assertComplete(feed, next);
        assertTrue(next.session().first() < first && next.session().missed() == 0, next.session()::toString);
    }

    @Test
    void readerThatIsNotLappedLosesNothing() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe("fast");
        for (int round = 0; round < transport().times(100); round++) {
            feed.pass(CAPACITY / 2);
            reader.drain();
        }
        assertAllDelivered(feed, reader);
    }

    /** A living publisher that publishes another session has not restarted. */
    @Test
    void anotherSessionOfALivingPublisherIsNotARestart() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe("slow");
        feed.pass(3 * CAPACITY);
        readOn(reader);
        final CheckedFeed other = publish();
        other.offer(10);
        readOn(reader);
        assertAllDelivered(other, reader);
        assertFalse(reader.events().contains("restarted"), () -> reader.events().toString());
    }

    private CheckedFeed observed() {
        return publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withLinger(Duration.ZERO)
                .withListener(audience));
    }

    private CheckedReader subscribe(final String name) {
        return subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.EVICT).withStart(Start.oldest())
                .withName(name));
    }

    private void readOn(final CheckedReader reader) {
        reader.drain();
        transport().pass(A_WHILE);
        reader.drain();
        transport().settle();
    }

    private static long lost(final CheckedReader reader) {
        return reader.events().stream().filter(event -> event.startsWith("lost for good")).count();
    }
}
