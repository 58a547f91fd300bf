package io.verbus.internal.monitor;

import io.verbus.BusException;
import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The latencies of a subscription: its polling thread records them in the heap, and the conductor shows percentiles of
 * the last ten seconds in the counters file, once a second.
 */
public final class LatencyCounters implements Duty {
    private static final long INTERVAL_NS = 1_000_000_000;
    private static final CounterKind[] KINDS = {CounterKind.LATENCIES, CounterKind.LATENCY_P50_NS,
            CounterKind.LATENCY_P99_NS, CounterKind.LATENCY_P999_NS, CounterKind.LATENCY_MAX_NS};
    /** As the last four kinds. */
    private static final double[] SHARES = {0.5, 0.99, 0.999, 1};

    private final LatencyHistogram histogram = new LatencyHistogram();
    private final LatencyWindow window = new LatencyWindow(histogram);
    private final IntervalTimer timer = new IntervalTimer(INTERVAL_NS);
    private final ShownCounter[] shown = new ShownCounter[KINDS.length];
    private final LateCounters late;
    /** By the polling thread. */
    private boolean fetching;
    private boolean closed;

    /**
     * New counters. Under the conductor's lock.
     *
     * @param counters of the process
     * @param about key of the subscription
     * @param lateNs latency from which on a message is late
     * @throws BusException if there is no room for them
     */
    LatencyCounters(final BusCounters counters, final CounterKey about, final long lateNs) {
        late = new LateCounters(counters, about, lateNs);
        try {
            final AtomicCounter[] added = counters.add(about, KINDS);
            for (int i = 0; i < added.length; i++) {
                shown[i] = new ShownCounter(added[i]);
            }
        } catch (final BusException e) {
            late.close();
            throw e;
        }
    }

    /** {@return the counters of late messages, for the conductor} */
    public LateCounters late() {
        return late;
    }

    /** Notes that missing messages are being fetched. By the polling thread. */
    void fetching() {
        fetching = true;
    }

    /** {@return whether missing messages were fetched since the last call; by the polling thread} */
    public boolean hasFetched() {
        final boolean hasFetched = fetching;
        fetching = false;
        return hasFetched;
    }

    /** {@return the histogram, for the polling thread} */
    public LatencyHistogram histogram() {
        return histogram;
    }

    @Override
    public int doWork(final long nowNs) {
        if (!closed && timer.isDue(nowNs)) {
            window.advance();
            shown[0].show(window.total());
            for (int i = 0; i < SHARES.length; i++) {
                shown[i + 1].show(window.percentile(SHARES[i]));
            }
        }
        return 0;
    }

    /** Releases the counters. Under the conductor's lock. */
    void close() {
        closed = true;
        late.close();
        for (final ShownCounter one : shown) {
            one.close();
        }
    }
}
