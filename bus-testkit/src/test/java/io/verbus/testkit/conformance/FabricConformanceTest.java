package io.verbus.testkit.conformance;

import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.TransportUnderTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The conformance suite between two hosts of a simulated fabric: one thread and a virtual clock for each test. The part
 * that measures the process is {@link FabricLastingTest}: no other test runs beside it.
 */
class FabricConformanceTest {
    private static final TransportUnderTest.Factory FABRIC = directory -> FabricPair.open(directory,
            FabricSettings.prompt());
    /** For tests that would take very many small pushes. */
    private static final TransportUnderTest.Factory BROAD = directory -> FabricPair.open(directory,
            FabricSettings.prompt().withMaxPush(256 * 1024));

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class OrderingTest extends Ordering {
        OrderingTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class WrappingTest extends Wrapping {
        WrappingTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class FullRingTest extends FullRing {
        FullRingTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class BatchingTest extends Batching {
        BatchingTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class JoiningTest extends Joining {
        JoiningTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class LappingTest extends Lapping {
        LappingTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class EvictingTest extends Evicting {
        EvictingTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class ClosingTest extends Closing {
        ClosingTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class LogSizesTest extends LogSizes {
        LogSizesTest() {
            super(BROAD);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class ObservingTest extends Observing {
        ObservingTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class FragmentingTest extends Fragmenting {
        FragmentingTest() {
            super(BROAD);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class ConflatingTest extends Conflating {
        ConflatingTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class LosingTest extends Losing {
        LosingTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class AttributingBackPressureTest extends AttributingBackPressure {
        AttributingBackPressureTest() {
            super(FABRIC);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class RefusingTest extends Refusing {
        RefusingTest() {
            super(FABRIC);
        }
    }
}
