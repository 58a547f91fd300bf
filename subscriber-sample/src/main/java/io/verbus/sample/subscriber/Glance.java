package io.verbus.sample.subscriber;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * What the watching thread gets to see of the polling thread's state. The watcher asks, the polling thread fills this
 * in between two polls, the watcher reads: nobody locks, and without a question it costs the polling thread one load.
 */
final class Glance {
    private static final int IDLE = 0;
    private static final int ASKED = 1;
    private static final int ANSWERED = 2;
    private static final long RETRY_NS = 500_000;

    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final TopOfBook top;
    private Histogram latencies;
    private long messages;
    private int orders;

    Glance(final TopOfBook top) {
        this.top = top;
    }

    /** By the polling thread: whether to fill. */
    boolean isAsked() {
        return state.getOpaque() == ASKED;
    }

    /** By the polling thread: fills in how things stand. */
    void fill(final MarketDataHandler handler) {
        messages = handler.messages();
        orders = handler.books().liveOrders();
        top.fill(handler.books(), handler.instruments());
        latencies = handler.latency().swap();
        state.set(ANSWERED);
    }

    /**
     * By the watcher: asks, and waits for the answer.
     *
     * @return false if the thread was interrupted before there was one
     */
    boolean look() {
        state.set(ASKED);
        while (state.get() != ANSWERED) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(RETRY_NS);
        }
        return true;
    }

    TopOfBook top() {
        return top;
    }

    /** Latencies since the look before; valid until the next one. */
    Histogram latencies() {
        return latencies;
    }

    long messages() {
        return messages;
    }

    int orders() {
        return orders;
    }
}
