package io.verbus.testkit.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inconsistent reports are detected: otherwise a passing chaos run means nothing. */
class ReportComparisonTest {
    private static final List<String> FEED = List.of("session a", "joined R 1", "left R 1 it was closed",
            "closed a 10");

    @Test
    void deliveredPlusReportedEqualsTheSession() {
        final ReportComparison comparison = compare("started a 2", "saw a 2 4", "gap a 5 6 slow", "saw a 7 9",
                "ended a 10");
        assertEquals(List.of(), comparison.faults());
        assertEquals(2, comparison.missing());
    }

    @Test
    void gapMayBeginBeforeTheOldestMessage() {
        assertEquals(List.of(), compare("started a 5", "gap a 2 4 old", "saw a 5 9", "ended a 10").faults());
    }

    @Test
    void evictedReaderIsNotReportedAsClosed() {
        final List<String> told = List.of("started a 0", "saw a 0 3", "gap a 4 8 " + Causes.LOST,
                "dead a 4 9 " + Causes.LOST);
        assertEquals(1, ReportComparison.of(List.of(FEED), Map.of("R 1", told)).faults().size());
        final List<String> honest = List.of("session a", "evicted R 1" + Causes.LET_GO, "closed a 10");
        final ReportComparison comparison = ReportComparison.of(List.of(honest), Map.of("R 1", told));
        assertEquals(List.of(), comparison.faults());
        assertEquals(1, comparison.evictions());
    }

    @ParameterizedTest
    @ValueSource(strings = {"started a 2,saw a 2 4,saw a 6 9,ended a 10", // a gap without a report
            "started a 2,saw a 2 4,gap a 5 5 slow,saw a 7 9,ended a 10", // a report that is too short
            "started a 2,saw a 2 4,gap a 5 7 slow,saw a 7 9,ended a 10", // a report that is too long
            "started a 2,saw a 2 4,saw a 4 9,ended a 10", // a message twice
            "started a 2,saw a 2 8,ended a 9", // another end
            "started a 2,saw a 2 10", // beyond the end
            "started a 2,saw a 2 9,ended a 10,saw a 10 11", // after the end
            "saw a 0 9,ended a 10", // without a beginning
            "started a 0,saw a 0 9,dead a 10 10 DEATH,gap a 10 10 slow"})
    void whatDoesNotIsNoticed(final String said) {
        assertFalse(compare(said.replace("DEATH", Causes.DEATH).split(",")).faults().isEmpty());
    }

    private static ReportComparison compare(final String... said) {
        return ReportComparison.of(List.of(FEED), Map.of("R 1", List.of(said)));
    }
}
