package io.verbus.testkit.conformance.remote;

import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.RemoteUnderTest;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;

/** A subject for transports between hosts only. */
abstract class RemoteConformance extends Conformance {
    /** Time after which a polling reader has its connection again. */
    static final Duration HEALED = Duration.ofMillis(600);
    private static final int POLLS_WHILE_HEALING = 4;

    RemoteConformance(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    final RemoteUnderTest remote() {
        return (RemoteUnderTest) transport();
    }

    /**
     * Reads until every connection is restored. Without traffic a break may be noticed late, and only a polling reader
     * releases an ended epoch: after a single wait, the publisher would rightly evict the reader.
     */
    final void drainHealed(final CheckedReader reader) {
        for (int i = 0; i < POLLS_WHILE_HEALING; i++) {
            reader.drain();
            transport().pass(HEALED.dividedBy(POLLS_WHILE_HEALING)); // less than the progress timeout
        }
        reader.drain();
    }
}
