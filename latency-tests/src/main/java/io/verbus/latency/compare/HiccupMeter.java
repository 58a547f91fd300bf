package io.verbus.latency.compare;

import io.verbus.latency.result.Hiccups;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Measures how late a sleeping thread is woken. It sleeps 20 ms at a time: on two cores with two spinning threads, each
 * wake-up interrupts one of them for a few microseconds, and 50 a second affect less than a thousandth of the messages.
 */
final class HiccupMeter implements AutoCloseable {
    private static final long INTERVAL_NS = 20_000_000;
    private static final long HIGHEST_NS = 3_600_000_000_000L;

    private final Histogram histogram = new Histogram(HIGHEST_NS, 3);
    private final Thread thread = Thread.ofPlatform().name("hiccups").daemon().unstarted(this::run);
    private volatile boolean isOver;

    private HiccupMeter() {
    }

    static HiccupMeter start() {
        final HiccupMeter meter = new HiccupMeter();
        meter.thread.start();
        return meter;
    }

    private void run() {
        long dueNs = System.nanoTime() + INTERVAL_NS;
        while (!isOver) {
            long nowNs = System.nanoTime();
            while (nowNs < dueNs && !isOver) {
                LockSupport.parkNanos(dueNs - nowNs);
                nowNs = System.nanoTime();
            }
            if (!isOver) {
                synchronized (histogram) {
                    histogram.recordValue(Math.min(nowNs - dueNs, HIGHEST_NS));
                }
            }
            dueNs = nowNs + INTERVAL_NS;
        }
    }

    /** Returns the hiccups since the last call. */
    Hiccups take() {
        synchronized (histogram) {
            final Hiccups seen = Hiccups.of(histogram);
            histogram.reset();
            return seen;
        }
    }

    @Override
    public void close() {
        isOver = true;
        LockSupport.unpark(thread);
    }
}
