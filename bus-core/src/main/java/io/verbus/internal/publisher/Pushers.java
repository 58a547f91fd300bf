package io.verbus.internal.publisher;

import io.verbus.BusException;
import io.verbus.internal.conductor.HeartbeatMonitor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.ErrorHandler;

/**
 * The pushers of one publication: assigns each cursor to the pusher with the fewest, and reports a pusher that does not
 * run. The conductor pushes for that one, in each of its duty cycles. Used by the conductor.
 */
final class Pushers {
    private final List<CursorPusher> pushers;
    private final boolean isEmpty;
    private final List<HeartbeatMonitor> monitors = new ArrayList<>();
    private final boolean[] silent;
    private final long timeoutNs;
    private final ErrorHandler errorHandler;

    Pushers(final List<CursorPusher> pushers, final long timeoutNs, final ErrorHandler errorHandler) {
        this.pushers = List.copyOf(pushers);
        this.isEmpty = pushers.isEmpty();
        this.silent = new boolean[pushers.size()];
        this.timeoutNs = timeoutNs;
        this.errorHandler = errorHandler;
    }

    /** Whether the publisher's thread pushes. */
    boolean isEmpty() {
        return isEmpty;
    }

    void add(final Cursor cursor) {
        pushers.stream().min(Comparator.comparingInt(CursorPusher::count)).ifPresent(pusher -> pusher.add(cursor));
    }

    void remove(final Cursor cursor) {
        pushers.forEach(pusher -> pusher.remove(cursor));
    }

    /** Reports each pusher once that has stopped; called in each duty cycle. */
    void check(final long nowNs) {
        for (int i = 0; i < silent.length; i++) {
            if (monitors.size() == i) {
                monitors.add(new HeartbeatMonitor(timeoutNs, nowNs));
            }
            final boolean missing = monitors.get(i).isMissing(pushers.get(i).heartbeat(), 0, nowNs);
            if (missing && !silent[i]) {
                errorHandler.onError(new BusException("pusher " + pushers.get(i) + " has not run for "
                        + timeoutNs / 1_000_000 + " ms: the conductor pushes in its place, once per duty cycle;"
                        + " run the pusher on a thread of its own"));
            }
            silent[i] = missing;
        }
    }
}
