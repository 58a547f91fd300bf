package io.verbus.latency.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The two plots of a latency report. Each is drawn twice, wide and narrow: the style sheet shows what fits. */
final class LatencyPlots {
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    /** What the page and a phone have room for. */
    private static final int WIDE = 912;
    private static final int NARROW = 360;
    /** The style sheet has colours for so many lines; further ones take them again. */
    private static final int COLOURS = 6;

    private final Markup out;

    LatencyPlots(final Markup out) {
        this.out = out;
    }

    /** Latency against percentile, a curve per run. */
    void byPercentile(final List<LatencySeries> series) {
        final List<Plot.Line> lines = new ArrayList<>();
        final List<String> names = new ArrayList<>();
        double least = Double.MAX_VALUE;
        double most = 0;
        long count = 0;
        for (final LatencySeries run : series) {
            lines.add(new Plot.Line(style(lines.size()), curve(run.total())));
            names.add(run.name());
            least = Math.min(least, run.total().getMinValue());
            most = Math.max(most, run.total().getMaxValue());
            count = Math.max(count, run.total().getTotalCount());
        }
        figure("Latency by percentile", "percentile", names, new PercentileAxis(count), new LogAxis(least, most),
                380, List.of(), lines);
    }

    /** Latency against time: median, 99th percentile and maximum of each interval of one run. */
    void byTime(final LatencySeries run) {
        final List<LatencySeries.Interval> intervals = run.intervals();
        final long least = intervals.stream().mapToLong(LatencySeries.Interval::p50Ns).min().orElse(1);
        final long most = intervals.stream().mapToLong(LatencySeries.Interval::maxNs).max().orElse(1);
        final double endSeconds = intervals.isEmpty() ? 1 : intervals.getLast().toSeconds();
        figure("Latency over time, " + run.name(), "seconds since the first message", List.of("p50", "p99", "max"),
                new LinearAxis(endSeconds), new LogAxis(least, most), 260, warmUp(run), List.of(
                        new Plot.Line(style(0), steps(intervals, LatencySeries.Interval::p50Ns)),
                        new Plot.Line(style(1), steps(intervals, LatencySeries.Interval::p99Ns)),
                        new Plot.Line(style(2), steps(intervals, LatencySeries.Interval::maxNs))));
    }

    private void figure(final String what, final String xTitle, final List<String> names, final Axis x, final Axis y,
            final int height, final List<Plot.Band> bands, final List<Plot.Line> lines) {
        out.open("figure").open("ul", "class", "legend");
        for (int i = 0; i < names.size(); i++) {
            out.element("li", names.get(i), "class", lines.get(i).style());
        }
        out.close().line();
        out.open("div", "class", "wide");
        new Plot(WIDE, height, x, y).draw(out, what, xTitle, bands, lines);
        out.close().line().open("div", "class", "narrow");
        new Plot(NARROW, Math.min(height, 300), x, y).draw(out, what, xTitle, bands, lines);
        out.close().close().line();
    }

    private static List<Plot.Band> warmUp(final LatencySeries run) {
        return run.warmUpSeconds() > 0 ? List.of(new Plot.Band("warm-up", 0, run.warmUpSeconds())) : List.of();
    }

    private static List<double[]> curve(final Histogram histogram) {
        final List<double[]> points = new ArrayList<>();
        points.add(new double[]{0, histogram.getMinValue()});
        for (final HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
            points.add(new double[]{value.getPercentileLevelIteratedTo(), value.getValueIteratedTo()});
        }
        return points;
    }

    /** An interval's value holds from its beginning to its end. */
    private static List<double[]> steps(final List<LatencySeries.Interval> intervals,
            final ToLongFunction<LatencySeries.Interval> value) {
        final List<double[]> points = new ArrayList<>();
        for (final LatencySeries.Interval interval : intervals) {
            points.add(new double[]{interval.fromSeconds(), value.applyAsLong(interval)});
            points.add(new double[]{interval.toSeconds(), value.applyAsLong(interval)});
        }
        return points;
    }

    private static String style(final int line) {
        return "line" + line % COLOURS;
    }
}
