package io.verbus.testkit.conformance;

import io.verbus.testkit.transport.SharedMemory;
import org.junit.jupiter.api.Nested;

/** The conformance suite over shared memory. */
class SharedMemoryConformanceTest {
    @Nested
    class OrderingTest extends Ordering {
        OrderingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class WrappingTest extends Wrapping {
        WrappingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class FullRingTest extends FullRing {
        FullRingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class BatchingTest extends Batching {
        BatchingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class JoiningTest extends Joining {
        JoiningTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class LappingTest extends Lapping {
        LappingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class EvictingTest extends Evicting {
        EvictingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class ClosingTest extends Closing {
        ClosingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class LogSizesTest extends LogSizes {
        LogSizesTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class ObservingTest extends Observing {
        ObservingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class FragmentingTest extends Fragmenting {
        FragmentingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class LastingTest extends Lasting {
        LastingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class LyingPublisherTest extends LyingPublisher {
        LyingPublisherTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class LyingSubscriberTest extends LyingSubscriber {
        LyingSubscriberTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class ConflatingTest extends Conflating {
        ConflatingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class LosingTest extends Losing {
        LosingTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class AttributingBackPressureTest extends AttributingBackPressure {
        AttributingBackPressureTest() {
            super(SharedMemory::open);
        }
    }

    @Nested
    class RefusingTest extends Refusing {
        RefusingTest() {
            super(SharedMemory::open);
        }
    }
}
