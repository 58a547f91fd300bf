package io.verbus.internal.monitor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts latencies in buckets: one per nanosecond below 64 ns, then 32 for each power of two, so the error is 3 %. One
 * thread records, without an atomic operation; another may copy the counts at any time.
 */
public final class LatencyHistogram {
    private static final int BUCKETS_BITS = 5;
    /** Buckets of a power of two. */
    private static final int BUCKETS = 1 << BUCKETS_BITS;
    private static final int GREATEST_BITS = 37;
    /** Longer latencies are counted as this one: 137 s. */
    static final long GREATEST_NS = (1L << GREATEST_BITS) - 1;
    /** Number of buckets. */
    static final int LENGTH = (GREATEST_BITS - BUCKETS_BITS + 1) * BUCKETS;
    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[LENGTH];

    /** Without latencies. */
    public LatencyHistogram() {
    }

    /**
     * Counts a latency. By the recording thread.
     *
     * @param ns in nanoseconds; a negative one, from clocks that differ, counts as 0
     */
    public void record(final long ns) {
        final int bucket = bucket(ns);
        COUNTS.setOpaque(counts, bucket, counts[bucket] + 1);
    }

    /** Copies the counts of all buckets. Any thread. */
    void copyTo(final long[] copy) {
        for (int i = 0; i < LENGTH; i++) {
            copy[i] = (long) COUNTS.getOpaque(counts, i);
        }
    }

    /** The bucket of a latency. */
    static int bucket(final long ns) {
        final long value = Math.min(Math.max(ns, 0), GREATEST_NS);
        final int shift = Long.SIZE - 1 - BUCKETS_BITS - Long.numberOfLeadingZeros(value | BUCKETS);
        return (shift << BUCKETS_BITS) + (int) (value >>> shift);
    }

    /** The longest latency of a bucket. */
    static long greatest(final int bucket) {
        final int shift = Math.max(0, (bucket >> BUCKETS_BITS) - 1);
        return (bucket - ((long) shift << BUCKETS_BITS) + 1 << shift) - 1;
    }
}
