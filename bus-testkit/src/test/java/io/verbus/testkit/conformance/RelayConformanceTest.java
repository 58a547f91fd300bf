package io.verbus.testkit.conformance;

import io.verbus.Policy;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.RelayedHosts;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The conformance suite through relays, on a simulated fabric: the reader reads the log of the last one in place. */
class RelayConformanceTest {
    private static final TransportUnderTest.Factory ONE = through(1, Policy.BLOCK, FabricSettings.prompt());
    private static final TransportUnderTest.Factory TWO = through(2, Policy.BLOCK, FabricSettings.prompt());
    /** The relay is lapped in place of its readers. */
    private static final TransportUnderTest.Factory SKIPPING = through(1, Policy.SKIP, FabricSettings.prompt());
    /** For tests that would take very many small pushes. */
    private static final TransportUnderTest.Factory BROAD = through(1, Policy.BLOCK,
            FabricSettings.prompt().withMaxPush(256 * 1024));

    private static TransportUnderTest.Factory through(final int relays, final Policy policy,
            final FabricSettings settings) {
        return directory -> RelayedHosts.open(directory, new Fabric(Seeds.draw(), settings), "s", IntStream
                .range(0, relays).mapToObj(i -> new RelayedHosts.Reading(policy, i - 1))
                .toArray(RelayedHosts.Reading[]::new));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class OrderingTest extends Ordering {
        OrderingTest() {
            super(ONE);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class WrappingTest extends Wrapping {
        WrappingTest() {
            super(ONE);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class FullRingTest extends FullRing {
        FullRingTest() {
            super(ONE);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class BatchingTest extends Batching {
        BatchingTest() {
            super(ONE);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class JoiningTest extends Joining {
        JoiningTest() {
            super(ONE);
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
    class LogSizesTest extends LogSizes {
        LogSizesTest() {
            super(BROAD);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class LappingTest extends Lapping {
        LappingTest() {
            super(ONE);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class ConflatingTest extends Conflating {
        ConflatingTest() {
            super(ONE);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class OrderingOfTwoTest extends Ordering {
        OrderingOfTwoTest() {
            super(TWO);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class WrappingOfTwoTest extends Wrapping {
        WrappingOfTwoTest() {
            super(TWO);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class FullRingOfTwoTest extends FullRing {
        FullRingOfTwoTest() {
            super(TWO);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class LappingOfTwoTest extends Lapping {
        LappingOfTwoTest() {
            super(TWO);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class OrderingOfSkippingTest extends Ordering {
        OrderingOfSkippingTest() {
            super(SKIPPING);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class LappingOfSkippingTest extends Lapping {
        LappingOfSkippingTest() {
            super(SKIPPING);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Nested
    class JoiningOfSkippingTest extends Joining {
        JoiningOfSkippingTest() {
            super(SKIPPING);
        }
    }
}
