package io.verbus.latency.report;

import io.verbus.latency.report.plot.Band;
import io.verbus.latency.report.plot.Figure;
import io.verbus.latency.report.plot.Axis;
import io.verbus.latency.report.plot.LineStyle;
import io.verbus.latency.report.plot.PlotLine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The two plots of a latency report. */
final class LatencyPlots {
    private LatencyPlots() {
    }

    /** Latency against percentile, a curve per run. */
    static Figure byPercentile(final List<LatencySeries> series) {
        final List<PlotLine> lines = new ArrayList<>();
        double least = Double.MAX_VALUE;
        double most = 0;
        long count = 0;
        for (final LatencySeries run : series) {
            final PercentileCurve curve = new PercentileCurve(run.total());
            lines.add(new PlotLine(run.name(), LineStyle.of(lines.size()), curve.points(), curve.marks()));
            least = Math.min(least, run.total().getMinValue());
            most = Math.max(most, run.total().getMaxValue());
            count = Math.max(count, run.total().getTotalCount());
        }
        return new Figure("Latency by percentile", "", "percentile", Axis.percentiles(count),
                Axis.log(least, most, Nanos::round), 380, List.of(), lines);
    }

    /** Latency against time: median, 99th percentile and maximum of each interval of one run. */
    static Figure byTime(final LatencySeries run) {
        final List<LatencySeries.Interval> intervals = run.intervals();
        final long least = intervals.stream().mapToLong(LatencySeries.Interval::p50Ns).min().orElse(1);
        final long most = intervals.stream().mapToLong(LatencySeries.Interval::maxNs).max().orElse(1);
        final double endSeconds = intervals.isEmpty() ? 1 : intervals.getLast().toSeconds();
        return new Figure("Latency over time, " + run.name(), "", "seconds since the first message",
                Axis.linear(endSeconds), Axis.log(least, most, Nanos::round), 260, warmUp(run), List.of(
                        new PlotLine("p50", LineStyle.of(0), steps(intervals, LatencySeries.Interval::p50Ns)),
                        new PlotLine("p99", LineStyle.of(1), steps(intervals, LatencySeries.Interval::p99Ns)),
                        new PlotLine("max", LineStyle.of(2), steps(intervals, LatencySeries.Interval::maxNs))));
    }

    private static List<Band> warmUp(final LatencySeries run) {
        return run.warmUpSeconds() > 0 ? List.of(new Band("warm-up", 0, run.warmUpSeconds())) : List.of();
    }

    /** A value is valid from the start of its interval to the end. */
    private static List<double[]> steps(final List<LatencySeries.Interval> intervals,
            final ToLongFunction<LatencySeries.Interval> value) {
        final List<double[]> points = new ArrayList<>();
        for (final LatencySeries.Interval interval : intervals) {
            points.add(new double[]{interval.fromSeconds(), value.applyAsLong(interval)});
            points.add(new double[]{interval.toSeconds(), value.applyAsLong(interval)});
        }
        return points;
    }
}
