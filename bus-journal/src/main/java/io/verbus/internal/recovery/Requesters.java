package io.verbus.internal.recovery;

import io.verbus.Session;
import io.verbus.Subscription;
import io.verbus.internal.duty.IntervalTimer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sessions on which ranges are requested. A subscription reads a bounded number of sessions, so a session without a
 * request must not keep its slot: the server leaves it if it has neither sent a request nor had an active response for
 * {@link #PATIENCE_NS}. Used by the serving thread.
 */
public final class Requesters {
    /** A client sends its request within milliseconds after it has created the session; its limit is half of this. */
    static final long PATIENCE_NS = 1_000_000_000;

    private static final long LOOK_NS = PATIENCE_NS / 10;

    private final Subscription requests;
    private final IntervalTimer look = new IntervalTimer(LOOK_NS);
    /** When each session was found, or last had an active request. */
    private final Map<Long, Long> activeNs = new HashMap<>();
    private long left;

    public Requesters(final Subscription requests) {
        this.requests = requests;
    }

    /** A request of this session is active; a session that this subscription does not read is ignored. */
    public void active(final long session, final long nowNs) {
        activeNs.replace(session, nowNs);
    }

    /** Leaves the sessions that have had no request for too long; returns their number. */
    public int doWork(final long nowNs) {
        if (!look.isDue(nowNs)) {
            return 0;
        }
        final List<Long> present = requests.sessions().stream().map(Session::id).toList();
        activeNs.keySet().retainAll(present);
        int count = 0;
        for (final long session : present) {
            final Long sinceNs = activeNs.putIfAbsent(session, nowNs);
            if (sinceNs != null && nowNs - sinceNs > PATIENCE_NS) {
                requests.leave(session);
                activeNs.remove(session);
                count++;
            }
        }
        left += count;
        return count;
    }

    /** Number of sessions that were left so far. */
    public long left() {
        return left;
    }

    public Subscription requests() {
        return requests;
    }
}
