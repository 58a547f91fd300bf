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
 * @param intervals the same values by time, and those of the warm-up before them, in order; a long run's are put
 *        together
 * @param warmUpSeconds how long the warm-up was, since the run began; 0 when there was none
 */
public record LatencySeries(String name, Histogram total, List<Interval> intervals, double warmUpSeconds) {
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

    /**
     * The same under another name.
     *
     * @param other name
     * @return the series
     */
    public LatencySeries named(final String other) {
        return new LatencySeries(other, total, intervals, warmUpSeconds);
    }

    /** {@return for people, what the total is of: {@code after 10 s of warm-up}, or nothing when there was none} */
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
