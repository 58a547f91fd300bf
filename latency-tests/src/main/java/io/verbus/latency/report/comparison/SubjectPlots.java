package io.verbus.latency.report.comparison;

import io.verbus.latency.report.Nanos;
import io.verbus.latency.report.plot.Axis;
import io.verbus.latency.report.plot.Bars;
import io.verbus.latency.report.plot.Figure;
import io.verbus.latency.report.plot.PlotLine;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.MergedLatency;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Plots with a line or a bar for each subject.
 *
 * @param measured figures
 */
record SubjectPlots(Measured measured) {
    private static final int HEIGHT = 400;
    private static final int LOW = 340;

    /** Percentiles of one workload, of all rounds. */
    Figure percentiles(final Workload workload, final String what, final String caption) {
        final List<PlotLine> lines = new ArrayList<>();
        long count = 0;
        for (final String subject : measured.subjects(workload::equals)) {
            if (measured.keptUp(subject, workload)) {
                final MergedLatency merged = new MergedLatency(measured.rounds(subject, workload));
                lines.add(merged.line(subject, SubjectStyle.of(subject)));
                count = Math.max(count, merged.count());
            }
        }
        lines.removeIf(line -> line.points().isEmpty());
        return new Figure(what, caption, "percentile", Axis.percentiles(count / Metric.LEAST_ABOVE), latencies(lines),
                HEIGHT, List.of(), lines);
    }

    /** A latency over the condition that differs between workloads. */
    Figure latencies(final String what, final String caption, final String xTitle, final List<Workload> workloads,
            final Metric metric, final ToDoubleFunction<Workload> across, final Axis x) {
        final List<PlotLine> lines = over(workloads, metric, across, 1);
        return new Figure(what, caption, xTitle, x, latencies(lines), LOW, List.of(), lines);
    }

    /** Millions of messages a second over the condition that differs between workloads. */
    Figure millions(final String what, final String caption, final String xTitle, final List<Workload> workloads,
            final ToDoubleFunction<Workload> across, final Axis x) {
        final List<PlotLine> lines = over(workloads, Metric.PER_SECOND, across, 1e6);
        return new Figure(what, caption, xTitle, x,
                Axis.linear(1.04 * values(lines).max().orElse(1), millions -> millions + " M/s"), LOW, List.of(),
                lines);
    }

    /** A metric of one workload, the highest above. */
    Bars bars(final Workload workload, final Metric metric, final String what, final String caption) {
        final List<Bars.Bar> bars = new ArrayList<>();
        for (final String subject : measured.subjects(workload::equals)) {
            measured.spread(subject, workload, metric).ifPresent(spread -> bars.add(new Bars.Bar(subject,
                    SubjectStyle.of(subject), spread.median(), spread.low(), spread.high(),
                    metric.text(spread.median()))));
        }
        bars.sort(Comparator.comparingDouble(Bars.Bar::value).reversed());
        return new Bars(what, caption, bars);
    }

    /** A point is a median over rounds. */
    private List<PlotLine> over(final List<Workload> workloads, final Metric metric,
            final ToDoubleFunction<Workload> across, final double unit) {
        final List<PlotLine> lines = new ArrayList<>();
        for (final String subject : measured.subjects(workloads::contains)) {
            final List<double[]> points = new ArrayList<>();
            for (final Workload workload : workloads) {
                if (measured.keptUp(subject, workload)) {
                    measured.median(subject, workload, metric).ifPresent(
                            value -> points.add(new double[]{across.applyAsDouble(workload), value / unit}));
                }
            }
            if (!points.isEmpty()) {
                lines.add(new PlotLine(subject, SubjectStyle.of(subject), points, points));
            }
        }
        return lines;
    }

    /** A logarithmic axis for all lines. */
    private static Axis latencies(final List<PlotLine> lines) {
        return Axis.log(values(lines).filter(value -> value > 0).min().orElse(1), values(lines).max().orElse(1),
                Nanos::round);
    }

    private static DoubleStream values(final List<PlotLine> lines) {
        return lines.stream().flatMap(line -> line.points().stream()).mapToDouble(point -> point[1]);
    }
}
