package io.verbus.internal.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.mutant.Mutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A burst that uses up the credit wakes the conductor, which pushes the rest. */
class WakeUpTest {
    private static final long SEEDS = 50;
    private static final String CURSOR = "io/verbus/internal/publisher/Cursor.java";

    static final Mutant[] BUGS = {
            new Mutant("wake-up lost: the conductor is not woken", CURSOR, "wake.run();", ""),
            new Mutant("wake-up lost: only the first one is sent", CURSOR, "woken = false;", ""),
            new Mutant("wake-up lost: only while the cursor has not moved", CURSOR,
                    "final boolean leaves = position < newest && !woken;",
                    "final boolean leaves = position < newest && !woken && position == 0;"),
            new Mutant("wake-up lost: one for each commit", CURSOR, "woken = true;", "woken = false;")};

    @Test
    void lastBytesOfABurstArePushedAsSoonAsThereIsCredit() {
        assertEquals("", new WakeUpHunt().apply(new long[]{0, SEEDS}));
    }

    @ParameterizedTest
    @FieldSource("BUGS")
    void plantedBugIsFound(final Mutant bug) {
        bug.assertFound(WakeUpHunt.class, SEEDS);
    }
}
