package io.verbus.rdma;

import io.verbus.rdma.support.RdmaPair;
import io.verbus.testkit.conformance.AttributingBackPressure;
import io.verbus.testkit.conformance.Batching;
import io.verbus.testkit.conformance.Closing;
import io.verbus.testkit.conformance.Conflating;
import io.verbus.testkit.conformance.Evicting;
import io.verbus.testkit.conformance.Fragmenting;
import io.verbus.testkit.conformance.FullRing;
import io.verbus.testkit.conformance.Joining;
import io.verbus.testkit.conformance.Lapping;
import io.verbus.testkit.conformance.Lasting;
import io.verbus.testkit.conformance.LogSizes;
import io.verbus.testkit.conformance.Losing;
import io.verbus.testkit.conformance.Observing;
import io.verbus.testkit.conformance.Ordering;
import io.verbus.testkit.conformance.Refusing;
import io.verbus.testkit.conformance.Wrapping;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The conformance suite between two buses over a device of the double, or of the lab. */
class RdmaConformanceTest {
    @Nested
    class OrderingTest extends Ordering {
        OrderingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class WrappingTest extends Wrapping {
        WrappingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class FullRingTest extends FullRing {
        FullRingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class BatchingTest extends Batching {
        BatchingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class JoiningTest extends Joining {
        JoiningTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class LappingTest extends Lapping {
        LappingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class EvictingTest extends Evicting {
        EvictingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class ClosingTest extends Closing {
        ClosingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class LogSizesTest extends LogSizes {
        LogSizesTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class ObservingTest extends Observing {
        ObservingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class FragmentingTest extends Fragmenting {
        FragmentingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    @Tag("long")
    class LastingTest extends Lasting {
        LastingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class ConflatingTest extends Conflating {
        ConflatingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class LosingTest extends Losing {
        LosingTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class AttributingBackPressureTest extends AttributingBackPressure {
        AttributingBackPressureTest() {
            super(RdmaPair::open);
        }
    }

    @Nested
    class RefusingTest extends Refusing {
        RefusingTest() {
            super(RdmaPair::open);
        }
    }
}
