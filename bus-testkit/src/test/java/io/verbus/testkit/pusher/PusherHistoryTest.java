package io.verbus.testkit.pusher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories of a publication with pushers; {@code -Dverbus.pushers=10000} for more. */
class PusherHistoryTest {
    private static final long SEEDS = Long.getLong("verbus.pushers", 60);
    private static final long BOUND = 300;
    private static final String CURSOR = "io/verbus/internal/publisher/Cursor.java";

    static final Mutant[] BUGS = {
            new Mutant("a pusher does not announce the position that it reads", CURSOR,
                    "        READING.setOpaque(this, position);\n", ""),
            new Mutant("a pusher pushes without a look at the horizon", CURSOR, "                catchUp(newest);\n",
                    "                advance(newest);\n"),
            new Mutant("the conductor does not push for a pusher that has stopped", CURSOR,
                    "        catchUp(requestedByConductor);\n",
                    "        if (!shared) {\n            catchUp(requestedByConductor);\n        }\n"),
            new Mutant("a pusher does not own the cursor", CURSOR,
                    "conductorWaits\n                || !tryOwn()) {", "conductorWaits) {"),
            new Mutant("a pusher does not receive completions", CURSOR,
                    "if (isShort || before - polledAt >= chunkLength) {", "if (polledAt < 0) {")};

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void everyPromiseIsKeptInEveryHistory() {
        assertEquals("", new PusherHunt().apply(new long[]{0, SEEDS}));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void historyFollowsFromItsSeed(final long seed) {
        assertEquals(PusherHistory.run(seed), PusherHistory.run(seed));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Tag("long")
    @ParameterizedTest
    @FieldSource("BUGS")
    void bugIsFound(final Mutant bug) {
        bug.assertFound(PusherHunt.class, BOUND);
    }
}
