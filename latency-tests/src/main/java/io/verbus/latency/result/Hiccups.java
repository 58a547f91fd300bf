package io.verbus.latency.result;

import org.HdrHistogram.Histogram;

/**
 * How late a sleeping thread was woken during the measurement, in ns: delays by the machine, of any thread.
 *
 * @param hiccupP50Ns median
 * @param hiccupP90Ns percentile
 * @param hiccupP99Ns percentile
 * @param hiccupP999Ns percentile 99.9
 * @param hiccupP9999Ns percentile 99.99
 * @param hiccupMaxNs largest
 */
public record Hiccups(Long hiccupP50Ns, Long hiccupP90Ns, Long hiccupP99Ns, Long hiccupP999Ns, Long hiccupP9999Ns,
        Long hiccupMaxNs) {
    /** Not measured. */
    public static final Hiccups NONE = new Hiccups(null, null, null, null, null, null);

    /**
     * Returns the figures of a histogram.
     *
     * @param ns may be empty
     * @return its percentiles, or {@link #NONE}
     */
    public static Hiccups of(final Histogram ns) {
        return ns.getTotalCount() == 0
                ? NONE
                : new Hiccups(ns.getValueAtPercentile(50), ns.getValueAtPercentile(90), ns.getValueAtPercentile(99),
                        ns.getValueAtPercentile(99.9), ns.getValueAtPercentile(99.99), ns.getMaxValue());
    }
}
