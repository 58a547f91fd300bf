package io.verbus.internal.monitor;

import io.verbus.BusException;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * Counters of one kind of the connections between hosts, one per reader and session. Under the conductor's lock.
 */
public final class ReaderCounters {
    private static final long INTERVAL_NS = 100_000_000;

    private final BusCounters counters;
    private final CounterKind kind;
    private final ErrorHandler errorHandler;
    private final IntervalTimer timer = new IntervalTimer(INTERVAL_NS);
    private final Map<CounterKey, AtomicCounter> open = new HashMap<>();
    private boolean isFull;
    private boolean closed;

    /**
     * Initially without counters.
     *
     * @param counters of the process
     * @param kind of the counters
     * @param errorHandler is called once if there is no room for a counter
     */
    public ReaderCounters(final BusCounters counters, final CounterKind kind, final ErrorHandler errorHandler) {
        this.counters = counters;
        this.kind = kind;
        this.errorHandler = errorHandler;
    }

    /**
     * Updates the counters, every 100 ms.
     *
     * @param nowNs on the monotonic clock
     * @param values current values by reader and session; others are removed
     */
    public void update(final long nowNs, final Supplier<Map<CounterKey, Long>> values) {
        if (!closed && timer.isDue(nowNs)) {
            update(values.get());
        }
    }

    private void update(final Map<CounterKey, Long> current) {
        open.entrySet().removeIf(one -> {
            final boolean gone = !current.containsKey(one.getKey());
            if (gone) {
                one.getValue().close();
            }
            return gone;
        });
        current.forEach((key, value) -> {
            final AtomicCounter counter = open.computeIfAbsent(key, this::open);
            if (counter != null) {
                counter.setOpaque(value);
            }
        });
    }

    /** Returns null if there is no room: a reader without a counter still reads. */
    private AtomicCounter open(final CounterKey key) {
        try {
            return counters.add(kind, key);
        } catch (final BusException e) {
            if (!isFull) {
                isFull = true;
                errorHandler.onError(e);
            }
            return null;
        }
    }

    /** Releases the counters. */
    public void close() {
        closed = true;
        open.values().forEach(AtomicCounter::close);
        open.clear();
    }
}
