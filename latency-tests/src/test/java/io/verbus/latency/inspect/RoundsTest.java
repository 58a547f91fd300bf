package io.verbus.latency.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Hiccups;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.Point;
import io.verbus.latency.result.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundsTest {
    @Test
    void ratiosAreOfTheSameRound() {
        // The machine is slower in each round: the medians of the figures show nothing, those of the ratios do.
        final Rounds rounds = rounds(List.of(rate("a", 1, 3), rate("a", 2, 12), rate("a", 3, 48)),
                List.of(rate("b", 1, 2), rate("b", 2, 8), rate("b", 3, 32)));
        assertEquals("1.50 (1.50 to 1.50)", rounds.ratio("a", "b", Metric.PER_SECOND::of));
        assertEquals("–", rounds.ratio("a", "c", Metric.PER_SECOND::of));
    }

    @Test
    void rowsAreRoundsAndThenMedians() {
        final Rounds rounds = rounds(List.of(rate("a", 1, 3), rate("a", 2, 5), rate("a", 3, 4)),
                List.of(rate("b", 1, 1), rate("b", 3, 2)));
        assertEquals(List.of("round", "a /s", "b /s"), rounds.columns(" /s"));
        assertEquals(List.of(List.of("1", "3.0", "1.0"), List.of("2", "5.0", "–"), List.of("3", "4.0", "2.0"),
                List.of("median", "4.0", "1.5")), rounds.rows(List.of(Metric.PER_SECOND::of), Double::toString));
    }

    private static Rounds rounds(final List<Series> first, final List<Series> second) {
        final Map<String, List<Series>> byLabel = new LinkedHashMap<>();
        byLabel.put("a", first);
        byLabel.put("b", second);
        return new Rounds(byLabel, List.of(), 3);
    }

    private static Series rate(final String subject, final int round, final double perSecond) {
        return new Series(new Point(subject, Point.THROUGHPUT, 64, null, 1, null, round, "near", 100.0),
                new Counts(1, 0, perSecond), Latency.NONE, new Cost(2.0, 1.0, 1L, 0L), Hiccups.NONE, Pauses.NONE);
    }
}
