package io.verbus.testkit.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.verbus.internal.publisher.PushingScenario;
import io.verbus.support.ShmDir;
import io.verbus.support.mutant.Mutant;
import io.verbus.testkit.memory.Explorer;
import io.verbus.testkit.memory.Outcomes;
import io.verbus.testkit.memory.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The words shared by publisher, readers and conductor are safe under weakly ordered memory, and each ordering
 * operation is needed (docs/decisions/0005-memory-order.md). {@code -Dverbus.explorer.histories=N} explores more,
 * {@code -Dverbus.explorer.seed=S} other seeds.
 */
class MemoryOrderTest {
    private static final long SEED = Long.getLong("verbus.explorer.seed", 0);
    private static final int HISTORIES = Integer.getInteger("verbus.explorer.histories", 3_000);
    private static final int HISTORIES_A_MUTANT = 30_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @TestFactory
    Stream<DynamicTest> theLogComesToNothingButTheseOutcomes() {
        return Stream.of(holds(FirstMessages.class, FirstMessages.OUTCOMES),
                holds(LappingScenario.class, LappingScenario.OUTCOMES),
                holds(CopyingScenario.class, CopyingScenario.OUTCOMES),
                holds(FrameBoundaries.class, FrameBoundaries.OUTCOMES), holds(Waiting.class, Waiting.OUTCOMES),
                holds(JoiningScenario.class, JoiningScenario.OUTCOMES), holds(Awaiting.class, Awaiting.OUTCOMES),
                holds(EvictionScenario.class, EvictionScenario.OUTCOMES),
                holds(ClosingScenario.class, ClosingScenario.OUTCOMES),
                holds(PushingScenario.class, PushingScenario.OUTCOMES));
    }

    @Tag("long")
    @TestFactory
    Stream<DynamicTest> whatKeepsMemoryInOrderIsNeeded() {
        return Stream
                .of(found(FirstMessages.class, Mutants.FIRST_MESSAGES), found(LappingScenario.class, Mutants.LAPPING),
                        found(CopyingScenario.class, Mutants.COPYING),
                        found(FrameBoundaries.class, Mutants.FRAME_BOUNDARIES), found(Waiting.class, Mutants.WAITING),
                        found(JoiningScenario.class, Mutants.JOINING), found(Awaiting.class, Mutants.AWAITING),
                        found(EvictionScenario.class, Mutants.EVICTION),
                        found(ClosingScenario.class, Mutants.CLOSING), found(PushingScenario.class, Mutants.PUSHING))
                .flatMap(tests -> tests);
    }

    @Test
    void sameSeedGivesTheSameInterleaving() {
        final Mutant mutant = Mutants.LAPPING.getFirst();
        final Outcomes first = Explorer.of(LappingScenario.class, directory, mutant).explore(0, HISTORIES_A_MUTANT);
        assertNotNull(first.failure());
        final long seed = first.failure().seed();
        assertEquals(first.failure(), Explorer.of(LappingScenario.class, directory, mutant).explore(seed, 1).failure());
    }

    private DynamicTest holds(final Class<? extends Scenario> scenario, final Map<String, String> expected) {
        return dynamicTest(scenario.getSimpleName(), () -> {
            final Outcomes outcomes = Explorer.of(scenario, directory).explore(SEED, HISTORIES);
            assertEquals("null", String.valueOf(outcomes.failure()));
            assertEquals(expected.keySet(), outcomes.counts().keySet());
            report(scenario.getSimpleName() + " " + outcomes.counts());
        });
    }

    private Stream<DynamicTest> found(final Class<? extends Scenario> scenario, final List<Mutant> mutants) {
        return mutants.stream().map(mutant -> dynamicTest(mutant.name(), () -> {
            final Outcomes outcomes = Explorer.of(scenario, directory, mutant).explore(SEED, HISTORIES_A_MUTANT);
            assertNotNull(outcomes.failure(), () -> "not found: " + outcomes.counts());
            report(mutant.name() + ": " + outcomes.histories() + " histories, " + outcomes.failure().what());
        }));
    }

    private static void report(final String line) {
        if (Boolean.getBoolean("verbus.explorer.report")) {
            System.out.println(line);
        }
    }
}
