package io.verbus.latency.result;

import org.HdrHistogram.Histogram;

/**
 * Latencies in ns: in ping-pong of whole round trips; else one way, from the intended send time.
 *
 * @param p50Ns median
 * @param p90Ns percentile
 * @param p99Ns percentile
 * @param p999Ns percentile 99.9
 * @param p9999Ns percentile 99.99
 * @param maxNs largest
 * @param histogram all latencies: an HdrHistogram, compressed, in URL-safe base64; null if only percentiles are known
 */
public record Latency(Long p50Ns, Long p90Ns, Long p99Ns, Long p999Ns, Long p9999Ns, Long maxNs, String histogram) {
    /** Not measured. */
    public static final Latency NONE = new Latency(null, null, null, null, null, null, null);

    /**
     * Returns the figures of a histogram.
     *
     * @param ns at least one latency
     * @return its percentiles and its text
     */
    public static Latency of(final Histogram ns) {
        return new Latency(ns.getValueAtPercentile(50), ns.getValueAtPercentile(90), ns.getValueAtPercentile(99),
                ns.getValueAtPercentile(99.9), ns.getValueAtPercentile(99.99), ns.getMaxValue(), Histograms.text(ns));
    }
}
