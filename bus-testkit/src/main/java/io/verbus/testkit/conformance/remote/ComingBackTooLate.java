package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import org.junit.jupiter.api.Test;

/** An EVICT subscription whose connection was down for a whole log is refused for good when it returns. */
public abstract class ComingBackTooLate extends RemoteConformance {
    protected ComingBackTooLate(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void reconnectAfterAWholeLogLosesTheSession() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.EVICT, Start.oldest());
        feed.offer(10);
        reader.drain();
        remote().breakLinks();
        feed.pass(2 * CAPACITY);
        for (int i = 0; i < 3; i++) {
            drainHealed(reader);
        }
        assertTrue(reader.session().isOver(), () -> reader.events().toString());
        assertTrue(reader.events().getLast().startsWith("lost for good 10: the subscription was lapped"),
                () -> reader.events().toString());
        assertEquals(10, reader.session().delivered());
    }

    @Test
    void reconnectInTimeContinues() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.EVICT, Start.oldest());
        for (int round = 0; round < 10; round++) {
            feed.pass(CAPACITY / 4);
            reader.poll(20);
            remote().breakLinks();
            feed.pass(CAPACITY / 4);
            drainHealed(reader);
        }
        assertAllDelivered(feed, reader);
    }
}
