package io.verbus.journal.serve;

import io.verbus.Subscription;
import io.verbus.peer.Session;
import io.verbus.watch.Pulse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sessions on which ranges are requested. A subscription reads a bounded number of sessions, so one without a
 * request must not keep its place: it is left when it has neither sent a request nor waited for an answer for
 * {@link #PATIENCE_NS}. Used by the thread that serves.
 */
final class Requesters {
    /** A client publishes its request within milliseconds after it has made the session; half of this is its limit. */
    static final long PATIENCE_NS = 1_000_000_000;

    private static final long LOOK_NS = PATIENCE_NS / 10;

    private final Subscription requests;
    private final Pulse look = new Pulse(LOOK_NS);
    /** When each session was found, or last had a request under way. */
    private final Map<Long, Long> activeNs = new HashMap<>();
    private long left;

    Requesters(final Subscription requests) {
        this.requests = requests;
    }

    /** A request of this session is under way; a session that this subscription does not read is passed over. */
    void active(final long session, final long nowNs) {
        activeNs.replace(session, nowNs);
    }

    /** Leaves the sessions that have not had a request for too long; gives how many. */
    int turn(final long nowNs) {
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

    /** Sessions that were left so far. */
    long left() {
        return left;
    }

    Subscription requests() {
        return requests;
    }
}
