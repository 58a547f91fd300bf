package io.verbus.latency.report;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** A histogram as a curve: percentiles across, values up. */
public final class PercentileCurve {
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final double[] MARKED = {50, 90, 99, 99.9, 99.99, 99.999, 99.9999};

    private final Histogram histogram;

    /**
     * Makes the curve of a histogram.
     *
     * @param histogram not empty
     */
    public PercentileCurve(final Histogram histogram) {
        this.histogram = histogram;
    }

    /** {@return from percentile 0 to 100} */
    public List<double[]> points() {
        final List<double[]> points = new ArrayList<>();
        points.add(new double[]{0, histogram.getMinValue()});
        for (final HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
            points.add(new double[]{value.getPercentileLevelIteratedTo(), value.getValueIteratedTo()});
        }
        return points;
    }

    /** {@return points of the curve at the usual percentiles, up to the last one with values above it} */
    public List<double[]> marks() {
        final List<double[]> marks = new ArrayList<>();
        for (final double percentile : MARKED) {
            if (histogram.getTotalCount() * (100 - percentile) / 100 >= 1) {
                marks.add(new double[]{percentile, histogram.getValueAtPercentile(percentile)});
            }
        }
        return marks;
    }
}
