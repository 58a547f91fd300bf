package io.verbus.latency.report.rounds;

import io.verbus.BusException;
import io.verbus.latency.report.PercentileCurve;
import io.verbus.latency.report.plot.LineStyle;
import io.verbus.latency.report.plot.PlotLine;
import io.verbus.latency.result.Histograms;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The latencies of several rounds, merged. */
public final class MergedLatency {
    private static final List<Metric> PERCENTILES = List.of(Metric.P50, Metric.P90, Metric.P99, Metric.P999,
            Metric.P9999);

    private final List<Series> rounds;
    private final Histogram histogram = new Histogram(3);

    /**
     * Merges rounds.
     *
     * @param rounds of one subject with one workload
     * @throws BusException if a histogram can't be read
     */
    public MergedLatency(final List<Series> rounds) {
        this.rounds = rounds;
        rounds.stream().filter(round -> round.latency().histogram() != null)
                .forEach(round -> histogram.add(decoded(round.point(), round.latency().histogram())));
    }

    /** {@return the number of latencies; 0 if only percentiles are known} */
    public long count() {
        return histogram.getTotalCount();
    }

    /** The latency at a percentile. */
    double at(final Metric percentile) {
        return histogram.getValueAtPercentile(percentile.percentile());
    }

    /**
     * Returns the line of a percentile plot, up to the last percentile that is not chance. Without histograms it
     * connects the medians of percentiles.
     *
     * @param name of the subject
     * @param style of the line
     * @return the line; without points if there are no latencies
     */
    public PlotLine line(final String name, final LineStyle style) {
        if (count() > 0) {
            final PercentileCurve curve = new PercentileCurve(histogram);
            return new PlotLine(name, style, reliable(curve.points()), reliable(curve.marks()));
        }
        final List<double[]> points = new ArrayList<>();
        for (final Metric metric : PERCENTILES) {
            Ratio.median(rounds, metric::reliable)
                    .ifPresent(median -> points.add(new double[]{metric.percentile(), median}));
        }
        return new PlotLine(name, style, points, points);
    }

    private List<double[]> reliable(final List<double[]> points) {
        return points.stream().filter(point -> (100 - point[0]) / 100 * count() >= Metric.LEAST_ABOVE).toList();
    }

    private static Histogram decoded(final MeasuredPoint point, final String text) {
        try {
            return Histograms.parse(text);
        } catch (final BusException e) {
            throw new BusException("the histogram of " + point.subject() + ", " + point.mode() + ", round "
                    + point.round() + " can't be read: " + e.getMessage(), e);
        }
    }
}
