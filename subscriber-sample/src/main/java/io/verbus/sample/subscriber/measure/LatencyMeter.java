package io.verbus.sample.subscriber.measure;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Latencies of the current interval, recorded by the polling thread. Two histograms take turns: the polling thread
 * hands over the full one between two polls, so that recording needs no atomic operation.
 */
public final class LatencyMeter {
    /** Longer ones are recorded as this long: an hour. */
    public static final long LONGEST_NS = TimeUnit.HOURS.toNanos(1);

    private static final int DIGITS = 3;

    private Histogram recording = newHistogram();
    private Histogram spare = newHistogram();
    private long negative;

    /** A meter that has seen nothing. */
    public LatencyMeter() {
    }

    static Histogram newHistogram() {
        return new Histogram(LONGEST_NS, DIGITS);
    }

    /**
     * Records one message, by the polling thread.
     *
     * @param publishedNs when it was committed, on the monotonic clock of this host
     * @param nowNs the time now, on the same clock
     */
    public void record(final long publishedNs, final long nowNs) {
        final long latencyNs = nowNs - publishedNs;
        if (latencyNs < 0) {
            negative++;
        } else {
            recording.recordValue(Math.min(latencyNs, LONGEST_NS));
        }
    }

    /** {@return messages from the future: the publisher's clock is not this one, no other latency means anything} */
    public long negative() {
        return negative;
    }

    /**
     * Ends an interval, by the polling thread.
     *
     * @return its latencies in nanoseconds, to be read until the next call
     */
    public Histogram swap() {
        final Histogram full = recording;
        spare.reset();
        recording = spare;
        spare = full;
        return full;
    }
}
