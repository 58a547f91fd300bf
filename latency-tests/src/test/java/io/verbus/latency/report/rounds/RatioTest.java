package io.verbus.latency.report.rounds;

import static io.verbus.latency.report.rounds.SampleSeries.series;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Series;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RatioTest {
    @Test
    void medianIsTheMiddleValueOrTheMeanOfTwo() {
        assertEquals(OptionalDouble.of(2), Ratio.median(List.of(9.0, 1.0, 2.0)));
        assertEquals(OptionalDouble.of(2.5), Ratio.median(List.of(9.0, 1.0, 2.0, 3.0)));
        assertEquals(OptionalDouble.empty(), Ratio.median(List.of()));
    }

    @Test
    void roundInWhichTheCoresWereFartherApartForOneIsLeftOut() {
        assertEquals(Optional.of(new Spread(2, 2, 2, 1)), Ratio.of(List.of(at("a", 1, 135, 400), at("a", 2, 110, 400)),
                List.of(at("b", 1, 140, 200), at("b", 2, 270, 100)), Metric.P50));
    }

    private static Series at(final String subject, final int round, final double placementNs, final long p50Ns) {
        return series(
                new MeasuredPoint(subject, MeasuredPoint.PING_PONG, 64, null, 1, null, round, "near", placementNs),
                p50Ns, null);
    }
}
