package io.verbus.latency.report.comparison;

import io.verbus.latency.report.Nanos;
import io.verbus.latency.report.plot.Axis;
import io.verbus.latency.report.plot.Figure;
import io.verbus.latency.report.plot.LogAxis;
import io.verbus.latency.report.plot.PercentileAxis;
import io.verbus.latency.report.plot.PlotLine;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.MergedLatency;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Plots with a line for each subject. */
final class Lines {
    private static final int HEIGHT = 400;

    private Lines() {
    }

    /** Percentiles at one spot, of all rounds. */
    static Figure percentiles(final Measured measured, final Spot spot, final String what,
            final String caption) {
        final List<PlotLine> lines = new ArrayList<>();
        long count = 0;
        for (final String subject : measured.subjects(spot::equals)) {
            final List<Series> rounds = measured.rounds(subject, spot);
            if (Spots.keptUp(measured, subject, spot)) {
                final MergedLatency merged = new MergedLatency(rounds);
                lines.add(merged.line(subject, Looks.of(subject)));
                count = Math.max(count, merged.count());
            }
        }
        lines.removeIf(line -> line.points().isEmpty());
        return new Figure(what, caption, "percentile", new PercentileAxis(count / Metric.LEAST_ABOVE), latencies(lines),
                HEIGHT, List.of(),
                lines);
    }

    /** A metric over the condition that differs between spots; a point is a median over rounds. */
    static List<PlotLine> over(final Measured measured, final List<Spot> spots, final Metric metric,
            final ToDoubleFunction<Spot> across) {
        final List<PlotLine> lines = new ArrayList<>();
        for (final String subject : measured.subjects(spots::contains)) {
            final List<double[]> points = new ArrayList<>();
            for (final Spot spot : spots) {
                if (Spots.keptUp(measured, subject, spot)) {
                    measured.median(subject, spot, metric)
                            .ifPresent(value -> points.add(new double[]{across.applyAsDouble(spot), value}));
                }
            }
            if (!points.isEmpty()) {
                lines.add(new PlotLine(subject, Looks.of(subject), points, points));
            }
        }
        return lines;
    }

    static Figure figure(final String what, final String caption, final String xTitle, final Axis x, final Axis y,
            final List<PlotLine> lines) {
        return new Figure(what, caption, xTitle, x, y, HEIGHT - 60, List.of(), lines);
    }

    /** A logarithmic axis for all lines. */
    static Axis latencies(final List<PlotLine> lines) {
        final double[] values = lines.stream().flatMap(line -> line.points().stream())
                .mapToDouble(point -> point[1]).filter(value -> value > 0).sorted().toArray();
        return values.length == 0
                ? new LogAxis(1, 1, Nanos::round)
                : new LogAxis(values[0], values[values.length - 1], Nanos::round);
    }

    static double most(final List<PlotLine> lines) {
        return lines.stream().flatMap(line -> line.points().stream()).mapToDouble(point -> point[1]).max().orElse(1);
    }
}
