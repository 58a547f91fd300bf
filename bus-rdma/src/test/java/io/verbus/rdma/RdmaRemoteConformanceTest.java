package io.verbus.rdma;

import io.verbus.rdma.support.RdmaPair;
import io.verbus.testkit.conformance.remote.ComingBackTooLate;
import io.verbus.testkit.conformance.remote.ConflatingWithoutCredit;
import io.verbus.testkit.conformance.remote.Connecting;
import io.verbus.testkit.conformance.remote.Crediting;
import io.verbus.testkit.conformance.remote.Fetching;
import io.verbus.testkit.conformance.remote.Flushing;
import io.verbus.testkit.conformance.remote.JoiningLate;
import io.verbus.testkit.conformance.remote.Jumping;
import io.verbus.testkit.conformance.remote.Reconnecting;
import io.verbus.testkit.conformance.remote.Sharing;
import org.junit.jupiter.api.Nested;

/** The conformance suite for transports between hosts, over a device of the double, or of the lab. */
class RdmaRemoteConformanceTest {
    @Nested
    class CreditingTest extends Crediting {
        CreditingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class FetchingTest extends Fetching {
        FetchingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class FlushingTest extends Flushing {
        FlushingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class JoiningLateTest extends JoiningLate {
        JoiningLateTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class JumpingTest extends Jumping {
        JumpingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class MeetingTest extends Connecting {
        MeetingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class ReconnectingTest extends Reconnecting {
        ReconnectingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class SharingTest extends Sharing {
        SharingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class ConflatingWithoutCreditTest extends ConflatingWithoutCredit {
        ConflatingWithoutCreditTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class ComingBackTooLateTest extends ComingBackTooLate {
        ComingBackTooLateTest() {
            super(RdmaPair::open);
        }
    }
}
