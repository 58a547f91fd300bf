package io.verbus.tools.book;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A snapshot of the polling thread's state for the watcher thread. The watcher requests it, the polling thread fills it
 * between two polls, the watcher reads it. There is no lock; without a request it costs the polling thread one load.
 */
final class StateSnapshot {
    private static final int IDLE = 0;
    private static final int REQUESTED = 1;
    private static final int FILLED = 2;
    private static final long RETRY_NS = 500_000;

    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final TopRows top;
    private Histogram latencies;
    private long messages;
    private int orders;
    private int levels;

    StateSnapshot(final TopRows top) {
        this.top = top;
    }

    /** Whether the watcher has requested a snapshot. Called by the polling thread. */
    boolean isRequested() {
        return state.getOpaque() == REQUESTED;
    }

    /** Stores the current state. Called by the polling thread. */
    void fill(final MarketDataHandler handler) {
        messages = handler.messages();
        orders = handler.books().liveOrders();
        levels = handler.levelBooks().priceLevels();
        top.fill(handler.books(), handler.levelBooks(), handler.instruments());
        latencies = handler.latency().swap();
        state.set(FILLED);
    }

    /**
     * Requests a snapshot and waits for it. Called by the watcher.
     *
     * @return false if the thread was interrupted before the snapshot was filled
     */
    boolean request() {
        state.set(REQUESTED);
        while (state.get() != FILLED) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(RETRY_NS);
        }
        return true;
    }

    TopRows top() {
        return top;
    }

    /** Latencies since the previous snapshot; valid until the next request. */
    Histogram latencies() {
        return latencies;
    }

    long messages() {
        return messages;
    }

    int orders() {
        return orders;
    }

    /** Levels of venues that send levels in place of orders. */
    int levels() {
        return levels;
    }
}
