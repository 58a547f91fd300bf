package io.verbus.counters;

import io.verbus.BusException;
import io.verbus.watch.Pulse;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * Counters of the bytes that readers of other hosts have not consumed, one for each reader and session. Under the
 * conductor's lock.
 */
public final class LagCounters {
    private static final long INTERVAL_NS = 100_000_000;

    private final BusCounters counters;
    private final CounterKind kind;
    private final ErrorHandler errorHandler;
    private final Pulse pulse = new Pulse(INTERVAL_NS);
    private final Map<CounterKey, AtomicCounter> lags = new HashMap<>();
    private boolean isFull;
    private boolean closed;

    /**
     * With none.
     *
     * @param counters of the process
     * @param kind of the counters
     * @param errorHandler is called once if there is no room for a counter
     */
    public LagCounters(final BusCounters counters, final CounterKind kind, final ErrorHandler errorHandler) {
        this.counters = counters;
        this.kind = kind;
        this.errorHandler = errorHandler;
    }

    /**
     * Brings the counters up to date, every 100 ms.
     *
     * @param nowNs on the monotonic clock
     * @param lags bytes by reader and session, as they are now
     */
    public void update(final long nowNs, final Supplier<Map<CounterKey, Long>> lags) {
        if (!closed && pulse.isDue(nowNs)) {
            update(lags.get());
        }
    }

    private void update(final Map<CounterKey, Long> now) {
        lags.entrySet().removeIf(one -> {
            final boolean gone = !now.containsKey(one.getKey());
            if (gone) {
                one.getValue().close();
            }
            return gone;
        });
        now.forEach((key, bytes) -> {
            final AtomicCounter counter = lags.computeIfAbsent(key, this::open);
            if (counter != null) {
                counter.setOpaque(bytes);
            }
        });
    }

    /** Null without room: a reader that is not shown still reads. */
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

    /** Gives the counters back. */
    public void close() {
        closed = true;
        lags.values().forEach(AtomicCounter::close);
        lags.clear();
    }
}
