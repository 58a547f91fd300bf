package io.verbus.testkit.conformance;

import io.verbus.Pusher;
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
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.TransportUnderTest;
import org.junit.jupiter.api.Nested;

/** Requirements for transports between hosts, on a simulated fabric, with pushers instead of the publishing thread. */
class FabricPusherConformanceTest {
    private static final TransportUnderTest.Factory FABRIC = directory -> FabricPair.open(directory,
            new Fabric(System.nanoTime(), FabricSettings.prompt()), new Pusher("first"), new Pusher("second"));

    @Nested
    class CreditingTest extends Crediting {
        CreditingTest() {
            super(FABRIC);
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
    class ConnectingTest extends Connecting {
        ConnectingTest() {
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

    @Nested
    class ClosingTest extends Closing {
        ClosingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class ConflatingTest extends Conflating {
        ConflatingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class EvictingTest extends Evicting {
        EvictingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class LappingTest extends Lapping {
        LappingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class OrderingTest extends Ordering {
        OrderingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class AttributingBackPressureTest extends AttributingBackPressure {
        AttributingBackPressureTest() {
            super(FABRIC);
        }
    }

    @Nested
    class RefusingTest extends Refusing {
        RefusingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class FetchingTest extends Fetching {
        FetchingTest() {
            super(directory -> FabricPair.open(directory,
                    new Fabric(System.nanoTime(), FabricSettings.prompt().withMaxPush(4096)), new Pusher("fetching")));
        }
    }
}
