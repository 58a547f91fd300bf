package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Over a transport without history, a subscription with repair receives gaps as one with report does. */
public abstract class NotFetching extends RemoteConformance {
    protected NotFetching(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @Test
    void skippedMessagesAreReported() {
        final CheckedFeed feed = publish();
        final CheckedReader filling = subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.SKIP)
                .withRepair(Repair.REPAIR).withStart(Start.oldest()));
        final CheckedReader reporting = subscribe(Policy.SKIP, Start.oldest());
        for (int round = 0; round < 10; round++) {
            feed.pass(2 * CAPACITY);
            filling.drain();
            reporting.drain();
        }
        assertComplete(feed, filling);
        assertTrue(filling.session().missed() > 0);
        assertEquals(reporting.events(), filling.events());
        assertEquals(List.of(), transport().errors());
    }
}
