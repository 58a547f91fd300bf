package io.verbus.tcp;

import io.verbus.tcp.support.TcpPair;
import io.verbus.testkit.conformance.Closing;
import io.verbus.testkit.conformance.Joining;
import io.verbus.testkit.conformance.Lapping;
import io.verbus.testkit.conformance.LogSizes;
import io.verbus.testkit.conformance.Ordering;
import io.verbus.testkit.conformance.Wrapping;
import io.verbus.testkit.conformance.remote.Fetching;
import io.verbus.testkit.conformance.remote.Jumping;
import io.verbus.testkit.conformance.remote.Reconnecting;
import org.junit.jupiter.api.Nested;

/** The parts of the conformance suites that depend on the bytes of a connection, with TLS. */
class TlsConformanceTest {
    @Nested
    class OrderingTest extends Ordering {
        OrderingTest() {
            super(TcpPair::openEncrypted);
        }
    }

    @Nested
    class WrappingTest extends Wrapping {
        WrappingTest() {
            super(TcpPair::openEncrypted);
        }
    }

    @Nested
    class JoiningTest extends Joining {
        JoiningTest() {
            super(TcpPair::openEncrypted);
        }
    }

    @Nested
    class LappingTest extends Lapping {
        LappingTest() {
            super(TcpPair::openEncrypted);
        }
    }

    @Nested
    class LogSizesTest extends LogSizes {
        LogSizesTest() {
            super(TcpPair::openEncrypted);
        }
    }

    @Nested
    class ClosingTest extends Closing {
        ClosingTest() {
            super(TcpPair::openEncrypted);
        }
    }

    @Nested
    class ReconnectingTest extends Reconnecting {
        ReconnectingTest() {
            super(TcpPair::openEncrypted);
        }
    }

    @Nested
    class JumpingTest extends Jumping {
        JumpingTest() {
            super(TcpPair::openEncrypted);
        }
    }

    @Nested
    class FetchingTest extends Fetching {
        FetchingTest() {
            super(TcpPair::openEncrypted);
        }
    }
}
