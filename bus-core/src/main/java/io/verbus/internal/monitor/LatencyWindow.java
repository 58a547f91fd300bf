package io.verbus.internal.monitor;

/** The latencies that a histogram has counted in the last ten intervals. By the conductor. */
final class LatencyWindow {
    /** Number of intervals. */
    static final int INTERVALS = 10;
    /** No latency was counted. */
    static final long NONE = -1;

    private final LatencyHistogram histogram;
    /** Counts at the end of the last intervals; the next to be replaced is the oldest. */
    private final long[][] ends = new long[INTERVALS][LatencyHistogram.LENGTH];
    private final long[] counts = new long[LatencyHistogram.LENGTH];
    private int oldest;
    private long count;
    private long total;

    LatencyWindow(final LatencyHistogram histogram) {
        this.histogram = histogram;
    }

    /** Ends an interval. */
    void advance() {
        histogram.copyTo(counts);
        final long[] before = ends[oldest];
        oldest = (oldest + 1) % INTERVALS;
        count = 0;
        total = 0;
        for (int i = 0; i < counts.length; i++) {
            final long now = counts[i];
            counts[i] = now - before[i];
            before[i] = now;
            count += counts[i];
            total += now;
        }
    }

    /** Number of latencies since the beginning, up to the last interval. */
    long total() {
        return total;
    }

    /** The latency that a share of the latencies does not exceed; 1 for the longest; {@link #NONE} if there is none. */
    long percentile(final double share) {
        final long wanted = Math.max(1, (long) Math.ceil(share * count));
        long found = 0;
        for (int i = 0; i < counts.length; i++) {
            found += counts[i];
            if (found >= wanted) {
                return LatencyHistogram.greatest(i);
            }
        }
        return NONE;
    }
}
