package io.verbus.sample.publisher.trade;

import org.HdrHistogram.Histogram;

/** Times from the claim of a request to the first report that answers it. Allocates nothing. */
final class RoundTrips {
    private static final int SLOTS = 1 << 16;
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private final long[] begins = new long[SLOTS];
    private final long[] numbers = new long[SLOTS];
    private final Histogram histogram = new Histogram(1, LONGEST_NS, DIGITS);

    /** A request was sent. */
    void sent(final long number, final long beginNs) {
        final int at = (int) number & SLOTS - 1;
        numbers[at] = number;
        begins[at] = beginNs;
    }

    /** A report answers a request; only the first one counts. */
    void answered(final long number, final long nowNs) {
        final int at = (int) number & SLOTS - 1;
        if (number > 0 && numbers[at] == number) {
            numbers[at] = 0;
            histogram.recordValue(Math.clamp(nowNs - begins[at], 1, LONGEST_NS));
        }
    }

    /** In nanoseconds. */
    Histogram histogram() {
        return histogram;
    }
}
