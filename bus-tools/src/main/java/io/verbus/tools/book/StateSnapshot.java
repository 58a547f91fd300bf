package io.verbus.tools.book;

import java.util.ArrayList;
import java.util.List;
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
    private final List<SessionBooks> sessions = new ArrayList<>();
    private Histogram latencies;

    /** Whether the watcher has requested a snapshot. Called by the polling thread. */
    boolean isRequested() {
        return state.getOpaque() == REQUESTED;
    }

    /** Stores the current state. Called by the polling thread. */
    void fill(final BookSessions from) {
        sessions.clear();
        for (int i = 0; i < from.present().size(); i++) {
            final SessionBooks books = from.present().get(i);
            books.fill();
            sessions.add(books);
        }
        latencies = from.latency().swap();
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

    /** The books of the sessions that run; valid until the next request. */
    List<SessionBooks> sessions() {
        return sessions;
    }

    /** Latencies since the previous snapshot; valid until the next request. */
    Histogram latencies() {
        return latencies;
    }
}
