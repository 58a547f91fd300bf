package io.verbus.latency.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The latencies of one run.
 *
 * @param name of the run, for legends and tables
 * @param total all values after the warm-up, in nanoseconds
 * @param intervals the same values by time, and those of the warm-up before them, in order; those of a
 *        long run are merged
 * @param warmUpSeconds length of the warm-up, from the start of the run; 0 without one
 */
public record LatencySeries(String name, Histogram total, List<Interval> intervals, double warmUpSeconds) {
    /**
     * The values of an interval.
     *
     * @param fromSeconds its start, from the start of the run
     * @param toSeconds its end
     * @param p50Ns median
     * @param p99Ns percentile 99
     * @param maxNs largest value
     */
    public record Interval(double fromSeconds, double toSeconds, long p50Ns, long p99Ns, long maxNs) {
        static Interval of(final double fromSeconds, final double toSeconds, final Histogram values) {
            return new Interval(fromSeconds, toSeconds, values.getValueAtPercentile(50),
                    values.getValueAtPercentile(99), values.getMaxValue());
        }
    }

    /**
     * Returns this series under another name.
     *
     * @param other the name
     * @return the series
     */
    public LatencySeries named(final String other) {
        return new LatencySeries(other, total, intervals, warmUpSeconds);
    }

    /** {@return for example {@code after 10 s of warm-up}; empty without a warm-up} */
    public Optional<String> warmUp() {
        return warmUpSeconds > 0
                ? Optional.of(String.format(Locale.ROOT, "after %.0f s of warm-up", warmUpSeconds))
                : Optional.empty();
    }

    /** {@return whether nothing was recorded} */
    public boolean isEmpty() {
        return total.getTotalCount() == 0;
    }
}
