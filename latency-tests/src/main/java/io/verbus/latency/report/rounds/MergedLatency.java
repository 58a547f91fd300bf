package io.verbus.latency.report.rounds;

import io.verbus.BusException;
import io.verbus.latency.report.PercentileCurve;
import io.verbus.latency.report.plot.Look;
import io.verbus.latency.report.plot.PlotLine;
import io.verbus.latency.result.Histograms;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Point;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** The latencies of several rounds, merged. */
public final class MergedLatency {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 100};

    private final List<Series> rounds;
    private final Histogram histogram = new Histogram(3);

    /**
     * Merges rounds.
     *
     * @param rounds of one subject at one spot
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

    /**
     * Returns the line of a percentile plot. Without histograms it connects the medians of percentiles.
     *
     * @param name of the subject
     * @param look of the line
     * @return the line; without points if there are no latencies
     */
    public PlotLine line(final String name, final Look look) {
        if (count() > 0) {
            final PercentileCurve curve = new PercentileCurve(histogram);
            return new PlotLine(name, look, curve.points(), curve.marks());
        }
        final List<double[]> points = points(rounds, round -> {
            final Latency found = round.latency();
            return new Long[]{found.p50Ns(), found.p90Ns(), found.p99Ns(), found.p999Ns(), found.p9999Ns(),
                    found.maxNs()};
        });
        return new PlotLine(name, look, points, points);
    }

    /**
     * Returns the line of the hiccups of the machine.
     *
     * @param rounds of any subjects
     * @return a line through the medians of their percentiles; without points if they were not measured
     */
    public static PlotLine hiccups(final List<Series> rounds) {
        return new PlotLine("hiccups", Look.BESIDE, points(rounds, round -> new Long[]{round.hiccups().hiccupP50Ns(),
                round.hiccups().hiccupP90Ns(), round.hiccups().hiccupP99Ns(), round.hiccups().hiccupP999Ns(),
                round.hiccups().hiccupP9999Ns(), round.hiccups().hiccupMaxNs()}));
    }

    private static List<double[]> points(final List<Series> rounds, final Function<Series, Long[]> figures) {
        final List<Long[]> found = rounds.stream().map(figures).toList();
        final List<double[]> points = new ArrayList<>();
        for (int i = 0; i < PERCENTILES.length; i++) {
            final int column = i;
            final List<Double> values = found.stream().map(row -> row[column]).filter(Objects::nonNull)
                    .map(Long::doubleValue).toList();
            Ratio.median(values).ifPresent(median -> points.add(new double[]{PERCENTILES[column], median}));
        }
        return points;
    }

    private static Histogram decoded(final Point point, final String text) {
        try {
            return Histograms.parse(text);
        } catch (final BusException e) {
            throw new BusException("the histogram of " + point.subject() + ", " + point.mode() + ", round "
                    + point.round() + " can't be read: " + e.getMessage(), e);
        }
    }
}
