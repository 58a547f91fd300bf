package io.verbus.latency.result;

/**
 * Latencies in ns: in ping-pong of whole round trips, else one way from the time at which the message was to be sent.
 *
 * @param p50Ns median
 * @param p90Ns percentile
 * @param p99Ns percentile
 * @param p999Ns percentile 99.9
 * @param p9999Ns percentile 99.99
 * @param maxNs largest
 * @param histogram all of them: an HdrHistogram, compressed, in URL-safe base64; null where the percentiles are all
 */
public record Latency(Long p50Ns, Long p90Ns, Long p99Ns, Long p999Ns, Long p9999Ns, Long maxNs, String histogram) {
    /** Nothing that has a latency. */
    public static final Latency NONE = new Latency(null, null, null, null, null, null, null);
}
