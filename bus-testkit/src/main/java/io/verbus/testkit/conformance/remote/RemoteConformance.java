package io.verbus.testkit.conformance.remote;

import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.Reader;
import io.verbus.testkit.transport.RemoteUnderTest;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;

/** A subject that only a transport between hosts has. */
abstract class RemoteConformance extends Conformance {
    /** After which whoever lost its connection has it again. */
    static final Duration HEALED = Duration.ofMillis(600);

    RemoteConformance(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    final RemoteUnderTest remote() {
        return (RemoteUnderTest) transport();
    }

    /** Reads what there is, waits until every connection has healed, and reads what has come by it. */
    final void drainHealed(final Reader reader) {
        reader.drain();
        transport().pass(HEALED);
        reader.drain();
    }
}
