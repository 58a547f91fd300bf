package io.verbus.tcp;

import io.verbus.tcp.support.TcpPair;
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
class TcpConformanceTest {
    @Nested
    class OrderingTest extends Ordering {
        OrderingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class WrappingTest extends Wrapping {
        WrappingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class FullRingTest extends FullRing {
        FullRingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class BatchingTest extends Batching {
        BatchingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class JoiningTest extends Joining {
        JoiningTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class LappingTest extends Lapping {
        LappingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class EvictingTest extends Evicting {
        EvictingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class ClosingTest extends Closing {
        ClosingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class LogSizesTest extends LogSizes {
        LogSizesTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class ObservingTest extends Observing {
        ObservingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class FragmentingTest extends Fragmenting {
        FragmentingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    @Tag("long")
    class LastingTest extends Lasting {
        LastingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class ConflatingTest extends Conflating {
        ConflatingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class LosingTest extends Losing {
        LosingTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class AttributingBackPressureTest extends AttributingBackPressure {
        AttributingBackPressureTest() {
            super(TcpPair::open);
        }
    }

    @Nested
    class RefusingTest extends Refusing {
        RefusingTest() {
            super(TcpPair::open);
        }
    }
}
