package io.verbus.latency.report.rounds;

import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.Cores;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Series;
import io.verbus.latency.result.Settings;
import java.util.List;
import java.util.Map;

/** Figures made by hand. */
final class SampleSeries {
    static final Workload WORKLOAD = new Workload(MeasuredPoint.PING_PONG, 64, null, 1, null);

    private SampleSeries() {
    }

    static Series series(final String subject, final int round, final String placement, final long p50Ns) {
        return series(new MeasuredPoint(subject, MeasuredPoint.PING_PONG, 64, null, 1, null, round, placement, null),
                p50Ns, null);
    }

    static Series series(final MeasuredPoint point, final long p50Ns, final String histogram) {
        return new Series(point, new Counts(100_000, 0, 1e9 / p50Ns),
                new Latency(p50Ns, null, 2 * p50Ns, null, null, 3 * p50Ns, histogram),
                new Cost(0.001, 0.0005, null, null), Cores.NONE, Pauses.NONE);
    }

    static Results results(final Series... series) {
        return new Results(new Environment("", "", Map.of()), new Settings("", List.of(), 5, Map.of()), List.of(),
                List.of(), List.of(series));
    }
}
