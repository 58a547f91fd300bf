package io.verbus.testkit.pause;

import java.util.Arrays;

/** Counts latencies in ns, each with a relative error of at most 1/64. One thread. */
final class Latencies {
    private static final int SUB_BITS = 6;
    private static final int SUBS = 1 << SUB_BITS;

    private final long[] counts = new long[(Long.SIZE - SUB_BITS) << SUB_BITS];
    private long total;

    void add(final long ns) {
        final long value = Math.max(1, ns);
        final int shift = Math.max(0, Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(value));
        counts[(shift << SUB_BITS) + (int) (value >>> shift)]++;
        total++;
    }

    long total() {
        return total;
    }

    /** The smallest latency that a part of all, from 0 to 1, does not exceed. */
    long percentile(final double part) {
        long rest = (long) Math.ceil(total * part);
        int index = 0;
        while (index < counts.length - 1 && rest > counts[index]) {
            rest -= counts[index++];
        }
        final int shift = Math.max(0, (index >> SUB_BITS) - 1);
        return index < 2 * SUBS ? index : (long) (index - (shift << SUB_BITS)) << shift;
    }

    void clear() {
        Arrays.fill(counts, 0);
        total = 0;
    }
}
