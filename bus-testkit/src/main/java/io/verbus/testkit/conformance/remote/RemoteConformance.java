package io.verbus.testkit.conformance.remote;

import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.Reader;
import io.verbus.testkit.transport.RemoteUnderTest;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;

/** A subject that only a transport between hosts has. */
abstract class RemoteConformance extends Conformance {
    /** After which whoever lost its connection, and polls meanwhile, has it again. */
    static final Duration HEALED = Duration.ofMillis(600);
    private static final int POLLS_WHILE_HEALING = 4;

    RemoteConformance(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    final RemoteUnderTest remote() {
        return (RemoteUnderTest) transport();
    }

    /**
     * Reads on until every connection has healed. A break may be noticed late, where nothing was under way, and nobody
     * but who polls lets go of what has ended: with a single wait, the publisher would be right to give the reader up.
     */
    final void drainHealed(final Reader reader) {
        for (int i = 0; i < POLLS_WHILE_HEALING; i++) {
            reader.drain();
            transport().pass(HEALED.dividedBy(POLLS_WHILE_HEALING)); // less than the progress time-out
        }
        reader.drain();
    }
}
