package io.verbus.tcp;

import io.verbus.tcp.support.TcpPair;
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

/** The conformance suite for transports between hosts, over loopback. */
class TcpRemoteConformanceTest {
    @Nested
    class CreditingTest extends Crediting {
        CreditingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class FetchingTest extends Fetching {
        FetchingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class FlushingTest extends Flushing {
        FlushingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class JoiningLateTest extends JoiningLate {
        JoiningLateTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class JumpingTest extends Jumping {
        JumpingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class MeetingTest extends Connecting {
        MeetingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class ReconnectingTest extends Reconnecting {
        ReconnectingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class SharingTest extends Sharing {
        SharingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class ConflatingWithoutCreditTest extends ConflatingWithoutCredit {
        ConflatingWithoutCreditTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class ComingBackTooLateTest extends ComingBackTooLate {
        ComingBackTooLateTest() {
            super(TcpPair::open);
        }
    }
}
