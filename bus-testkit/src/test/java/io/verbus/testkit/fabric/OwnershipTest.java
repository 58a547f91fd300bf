package io.verbus.testkit.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.testkit.fabric.link.Call;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A cursor has one owner; a thread that finds it owned loses no work. */
class OwnershipTest extends Conformance {
    private int commits;

    OwnershipTest() {
        super(directory -> FabricPair.open(directory, FabricSettings.prompt()));
    }

    @Test
    void commitWithoutTheCursorIsPushedInTheSameDutyCycle() {
        final Fabric fabric = ((FabricPair) transport()).fabric();
        final CheckedFeed feed = publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withPushesOnCommit(false)
                .withLinger(Duration.ZERO));
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        feed.offer(1); // is left to the conductor
        fabric.interruption(call -> {
            if (call == Call.PUSH && commits++ == 0) {
                feed.offer(1);
                feed.publication().flush(); // by the publisher's thread, while the conductor pushes
            }
        });
        transport().publishing().doWork();
        fabric.interruption(call -> {});
        fabric.settle(1_000_000_000);
        assertEquals(2, reader.pollSome(10) + reader.poll(10));
        assertAllDelivered(feed, reader);
    }
}
