package io.verbus.tools.book;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Latencies of the current interval, recorded by the polling thread. There are two histograms: the polling thread swaps
 * them between two polls, so recording needs no atomic operation.
 */
public final class LatencyMeter {
    /** Longer latencies are recorded with this value: one hour. */
    public static final long MAX_NS = TimeUnit.HOURS.toNanos(1);

    private static final int DIGITS = 3;

    private Histogram recording = newHistogram();
    private Histogram spare = newHistogram();
    private long negative;

    /** Creates an empty meter. */
    public LatencyMeter() {
    }

    static Histogram newHistogram() {
        return new Histogram(MAX_NS, DIGITS);
    }

    /**
     * Records one message. Called by the polling thread.
     *
     * @param publishedNs time of its commit, on the monotonic clock of this host
     * @param nowNs the current time, on the same clock
     */
    public void record(final long publishedNs, final long nowNs) {
        final long latencyNs = nowNs - publishedNs;
        if (latencyNs < 0) {
            negative++;
        } else {
            recording.recordValue(Math.min(latencyNs, MAX_NS));
        }
    }

    /** {@return number of negative latencies; above 0, the clocks differ and all latencies are invalid} */
    public long negative() {
        return negative;
    }

    /**
     * Ends an interval. Called by the polling thread.
     *
     * @return its latencies in nanoseconds; valid until the next call
     */
    public Histogram swap() {
        final Histogram full = recording;
        spare.reset();
        recording = spare;
        spare = full;
        return full;
    }
}
