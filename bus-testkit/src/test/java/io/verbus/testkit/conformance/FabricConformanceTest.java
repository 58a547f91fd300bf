package io.verbus.testkit.conformance;

import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.TransportUnderTest;
import org.junit.jupiter.api.Nested;

/** The conformance suite between two hosts of a simulated fabric. */
class FabricConformanceTest {
    private static final TransportUnderTest.Factory FABRIC = directory -> FabricPair.open(directory,
            FabricSettings.prompt());
    /** For tests that would take very many small pushes. */
    private static final TransportUnderTest.Factory BROAD = directory -> FabricPair.open(directory,
            FabricSettings.prompt().withMaxPush(256 * 1024));

    @Nested
    class OrderingTest extends Ordering {
        OrderingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class WrappingTest extends Wrapping {
        WrappingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class FullRingTest extends FullRing {
        FullRingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class BatchingTest extends Batching {
        BatchingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class JoiningTest extends Joining {
        JoiningTest() {
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
    class EvictingTest extends Evicting {
        EvictingTest() {
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
    class LogSizesTest extends LogSizes {
        LogSizesTest() {
            super(BROAD);
        }
    }

    @Nested
    class ObservingTest extends Observing {
        ObservingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class FragmentingTest extends Fragmenting {
        FragmentingTest() {
            super(BROAD);
        }
    }

    @Nested
    class LastingTest extends Lasting {
        LastingTest() {
            super(BROAD);
        }
    }

    @Nested
    class ConflatingTest extends Conflating {
        ConflatingTest() {
            super(FABRIC);
        }
    }

    @Nested
    class LosingTest extends Losing {
        LosingTest() {
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
}
