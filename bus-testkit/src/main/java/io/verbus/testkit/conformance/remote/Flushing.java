package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many commits, and one flush. */
public abstract class Flushing extends RemoteConformance {
    protected Flushing(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 400})
    void batchArrivesCompleteAcrossTheRingEnd(final int batch) {
        final CheckedFeed feed = batching();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        while (feed.publication().position() < 5 * CAPACITY) {
            feed.offer(batch);
            feed.publication().flush();
            reader.drain();
        }
        assertAllDelivered(feed, reader);
    }

    @Test
    void conductorPushesUnflushedCommits() {
        final CheckedFeed feed = batching();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        feed.offer(3);
        transport().settle();
        assertEquals(3, reader.pollSome(10));
    }

    private CheckedFeed batching() {
        return publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withLinger(Duration.ZERO)
                .withPushesOnCommit(false));
    }
}
