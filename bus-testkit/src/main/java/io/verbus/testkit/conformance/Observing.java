package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.monitor.CounterKind;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Timestamps, counters and the list of subscribers are correct. */
public abstract class Observing extends Conformance {
    protected Observing(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void messageCarriesItsCommitTimeIfTheStreamHasTimestamps() {
        final CheckedFeed feed = publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withTimestamps(true)
                .withLinger(Duration.ZERO));
        final CheckedReader reader = subscribe(Policy.SKIP, Start.oldest());
        final List<Long> timesNs = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            feed.offer(1);
            transport().pass(Duration.ofMillis(3));
            reader.subscription().poll((buffer, offset, length, header) -> {
                timesNs.add(header.publishedNs());
                assertEquals(header.publishedNs(), header.publishedEpochNs(), "both clocks show the same time here");
                return Action.TAKEN;
            }, 10);
        }
        assertEquals(100, timesNs.size());
        assertEquals(LongStream.range(0, 100).map(i -> timesNs.getFirst() + i * 3_000_000).boxed().toList(), timesNs);
    }

    @Test
    void messageCarriesNoTimeIfTheStreamHasNoTimestamps() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.SKIP, Start.oldest());
        feed.offer(10);
        transport().settle();
        int polled = 0;
        for (int poll = 0; poll < 10; poll++) { // a poll may read less than is available
            polled += reader.subscription().poll((buffer, offset, length, header) -> {
                assertEquals(Header.NO_TIMESTAMP, header.publishedNs());
                assertEquals(Header.NO_TIMESTAMP, header.publishedEpochNs());
                return Action.TAKEN;
            }, 10);
        }
        assertEquals(10, polled);
        assertEquals(List.of(), transport().errors());
    }

    @Test
    void countersAgreeWithEvents() {
        final CheckedFeed feed = publish();
        final CheckedReader blocking = subscribe(Policy.BLOCK, Start.oldest());
        final CheckedReader skipping = subscribe(Policy.SKIP, Start.oldest());
        int refused = 0;
        while (feed.sequence() < transport().times(20_000)) {
            while (feed.offer()) {
                assertTrue(feed.sequence() > 0);
            }
            refused++;
            blocking.drain();
        }
        skipping.drain();
        transport().settle();
        assertEquals(feed.sequence(), transport().counter(CounterKind.PUBLICATION_MESSAGES));
        assertEquals(feed.publication().position(), transport().counter(CounterKind.PUBLICATION_POSITION));
        assertEquals(refused, transport().counter(CounterKind.BACK_PRESSURE));
        assertEquals(2, transport().counter(CounterKind.SUBSCRIBERS));
        assertEquals(skipping.session().missed(), transport().counter(CounterKind.MESSAGES_MISSED));
        assertEquals(skipping.events().stream().filter(event -> event.startsWith("gap")).count(),
                transport().counter(CounterKind.GAPS));
        assertEquals(0, transport().counter(CounterKind.ERRORS));
        assertEquals(2, feed.publication().subscribers().size());
    }
}
