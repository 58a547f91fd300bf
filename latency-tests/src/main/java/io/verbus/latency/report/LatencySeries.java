package io.verbus.latency.report;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The latencies of one run.
 *
 * @param name of the run, for legends and tables
 * @param total all values, in nanoseconds
 * @param intervals the same values by time, in order; a long run's are put together
 */
public record LatencySeries(String name, Histogram total, List<Interval> intervals) {
    /**
     * What was recorded for a while.
     *
     * @param fromSeconds its beginning, since the run began
     * @param toSeconds its end
     * @param p50Ns half of its values are at or below this
     * @param p99Ns 99 % of them are
     * @param maxNs all of them are
     */
    public record Interval(double fromSeconds, double toSeconds, long p50Ns, long p99Ns, long maxNs) {
        static Interval of(final double fromSeconds, final double toSeconds, final Histogram values) {
            return new Interval(fromSeconds, toSeconds, values.getValueAtPercentile(50),
                    values.getValueAtPercentile(99), values.getMaxValue());
        }
    }

    /** {@return whether nothing was recorded} */
    public boolean isEmpty() {
        return total.getTotalCount() == 0;
    }
}
