package io.verbus.testkit.conformance;

import io.verbus.testkit.conformance.remote.ComingBackTooLate;
import io.verbus.testkit.conformance.remote.Connecting;
import io.verbus.testkit.conformance.remote.Crediting;
import io.verbus.testkit.conformance.remote.Fetching;
import io.verbus.testkit.conformance.remote.Flushing;
import io.verbus.testkit.conformance.remote.JoiningLate;
import io.verbus.testkit.conformance.remote.Jumping;
import io.verbus.testkit.conformance.remote.NotFetching;
import io.verbus.testkit.conformance.remote.Reconnecting;
import io.verbus.testkit.conformance.remote.Sharing;
import io.verbus.testkit.conformance.remote.ConflatingWithoutCredit;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.TransportUnderTest;
import org.junit.jupiter.api.Nested;

/** Requirements for transports between hosts only, on a simulated fabric. */
class FabricRemoteConformanceTest {
    private static final TransportUnderTest.Factory FABRIC = directory -> FabricPair.open(directory,
            FabricSettings.prompt());

    @Nested
    class CreditingTest extends Crediting {
        CreditingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class FetchingTest extends Fetching {
        FetchingTest() {
            super(directory -> FabricPair.open(directory, FabricSettings.prompt().withMaxPush(4096)));
        }
    }

    @Nested
    class NotFetchingTest extends NotFetching {
        NotFetchingTest() {
            super(directory -> FabricPair.open(directory,
                    FabricSettings.prompt().withMaxPush(4096).withoutHistory()));
        }
    }

    @Nested
    class FlushingTest extends Flushing {
        FlushingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class JoiningLateTest extends JoiningLate {
        JoiningLateTest() {
            super(FABRIC);
        }
    }

    @Nested
    class JumpingTest extends Jumping {
        JumpingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class MeetingTest extends Connecting {
        MeetingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class ReconnectingTest extends Reconnecting {
        ReconnectingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class SharingTest extends Sharing {
        SharingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class ConflatingWithoutCreditTest extends ConflatingWithoutCredit {
        ConflatingWithoutCreditTest() {
            super(FABRIC);
        }
    }

    @Nested
    class ComingBackTooLateTest extends ComingBackTooLate {
        ComingBackTooLateTest() {
            super(FABRIC);
        }
    }
}
