package io.verbus.orders.seat;

import java.util.function.LongConsumer;

/** Times from the claim of a request to the first report that answers it. Allocates nothing. */
final class RoundTrips {
    private static final int SLOTS = 1 << 16;

    private final long[] begins = new long[SLOTS];
    private final long[] numbers = new long[SLOTS];
    private LongConsumer times = ns -> {};

    /** Sets the receiver of the times, in nanoseconds. */
    void to(final LongConsumer newTimes) {
        times = newTimes;
    }

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
            times.accept(nowNs - begins[at]);
        }
    }
}
