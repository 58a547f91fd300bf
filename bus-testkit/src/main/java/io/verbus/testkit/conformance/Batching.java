package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.monitor.CounterKind;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many commits between two polls, few messages per poll, handlers that refuse or throw. */
public abstract class Batching extends Conformance {
    private static final int MESSAGES = 20_000;

    protected Batching(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1_000})
    void pollReadsAtMostItsLimit(final int limit) {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        while (feed.sequence() < transport().times(MESSAGES)) {
            feed.offer(500);
            transport().settle();
            final long before = reader.oracle().sessions().isEmpty() ? 0 : reader.session().delivered();
            final int count = reader.pollSome(limit);
            assertTrue(count <= limit, count + " messages");
            assertEquals(before + count, reader.session().delivered());
        }
        reader.drain();
        assertAllDelivered(feed, reader);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void refusedMessageIsDeliveredAgain(final Policy policy) {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(policy, Start.oldest());
        while (feed.sequence() < transport().times(MESSAGES)) {
            feed.offer(20);
            transport().settle();
            for (int taken = 0; taken < 5; taken++) {
                assertTrue(reader.pollAndRefuse(taken) <= taken);
            }
            reader.drain();
        }
        assertAllDeliveredOrConflated(feed, reader);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void messageIsConsumedIfItsHandlerThrows(final Policy policy) {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(policy, Start.oldest());
        feed.offer(100);
        transport().settle();
        int thrown = 0;
        for (int cycle = 0; thrown < 50 && cycle < 1_000; cycle++) {
            final int count = reader.pollAndThrow(50 - thrown);
            thrown += count;
            if (count == 0) {
                transport().arrive(); // long messages exhaust a burst's credit before the fiftieth
            }
        }
        assertTrue(thrown == 50 || thrown > 0 && mayConflate(policy), thrown + " of " + feed);
        reader.drain();
        assertAllDeliveredOrConflated(feed, reader);
        assertEquals(thrown, transport().errors().stream().filter(e -> e.contains(CheckedReader.THROWN)).count());
        assertEquals(thrown, reader.oracle().failed().size(), "offered to the listener");
        assertEquals(thrown, transport().counter(CounterKind.HANDLER_FAILURES));
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void errorOfTheJvmLeavesPollAndItsMessageIsConsumed(final Policy policy) {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(policy, Start.oldest());
        for (int round = 0; round < transport().times(200); round++) {
            feed.offer(20);
            transport().settle();
            for (int taken = 0; taken < 5; taken++) {
                reader.pollAndExhaust(taken);
            }
            reader.drain();
        }
        assertAllDeliveredOrConflated(feed, reader);
        assertTrue(reader.oracle().failed().size() > 20, "offered to the listener");
        assertEquals(reader.oracle().failed().size(), transport().counter(CounterKind.HANDLER_FAILURES));
        assertEquals(List.of(), transport().errors());
    }

    @Test
    void nextPollContinuesAfterTheLimitWithoutNewCommit() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.oldest());
        final int published = feed.offer(Integer.MAX_VALUE);
        transport().settle();
        for (int i = 0; i < published; i++) {
            assertEquals(1, reader.pollSome(1));
        }
        assertEquals(0, reader.poll(1));
        assertAllDelivered(feed, reader);
    }
}
