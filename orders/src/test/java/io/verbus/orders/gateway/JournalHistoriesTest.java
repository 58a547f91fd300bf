package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.mutant.Mutant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Next gateways in generated histories: {@code -Dverbus.seed=N} runs a single one. */
class JournalHistoriesTest {
    private static final long SEEDS = Math.max(40, Long.getLong("verbus.seeds", 0) / 16);
    private static final String JOURNAL = "io/verbus/orders/gateway/EntryJournal.java";

    static final Mutant[] BUGS = {
            new Mutant("the end of the last session only", JOURNAL, "if (beginning.event > 0) {", "if (true) {"),
            new Mutant("an end that does not come is known", JOURNAL, "return in.isOver();", "return true;")};

    @Test
    void nextGatewayHasAllEntriesOrReportsThatTheEndIsMissing() {
        final Map<String, Integer> counts = new TreeMap<>();
        final Long replay = Long.getLong("verbus.seed");
        if (replay != null) {
            JournalHistory.run(replay, counts);
            return;
        }
        for (long seed = 0; seed < SEEDS; seed++) {
            JournalHistory.run(seed, counts);
        }
        System.out.println("entries: " + SEEDS + " histories from seed 0: " + counts);
        assertTrue(counts.keySet().containsAll(List.of("continued", "end lost", "refused", "refused after a lost end",
                "recorder killed")), counts::toString);
    }

    @Tag("long")
    @ParameterizedTest
    @FieldSource("BUGS")
    void bugIsFound(final Mutant bug) {
        bug.assertFound(JournalHistory.Hunt.class, SEEDS);
    }

    @Tag("long")
    @Test
    void withoutBugNothingIsFound() {
        assertEquals("", new JournalHistory.Hunt().apply(new long[]{0, 40}));
    }
}
