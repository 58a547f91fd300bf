package io.verbus.orders.gateway;

import io.verbus.Gap;
import io.verbus.Session;
import java.util.function.Consumer;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Notices of lost requests: of each session the first loss at once, then their sum at most once a second. A session
 * that overruns its log again and again would else cost the gateway the time of a notice each time.
 */
final class LossNotices {
    private static final long INTERVAL_NS = 1_000_000_000L;

    private final Consumer<String> notices;
    private final Long2ObjectHashMap<Losses> sessions = new Long2ObjectHashMap<>();
    /** Whether losses are not noticed yet; checked once in an interval. */
    private boolean isPending;
    private long checkedNs;

    LossNotices(final Consumer<String> notices) {
        this.notices = notices;
    }

    /** Messages of a session are lost at a monotonic time. */
    void lost(final Gap gap, final long nowNs) {
        final Losses losses = sessions.computeIfAbsent(gap.session().id(),
                id -> new Losses(gap.session(), nowNs - INTERVAL_NS));
        losses.count += gap.count();
        if (nowNs - losses.noticedNs >= INTERVAL_NS) {
            losses.noticedNs = nowNs;
            notice(losses, ": " + gap.description());
        } else if (!isPending) {
            isPending = true;
            checkedNs = nowNs;
        }
    }

    /** Notices the losses since the latest notices. In each duty cycle. */
    void doWork(final long nowNs) {
        if (isPending && nowNs - checkedNs >= INTERVAL_NS) {
            isPending = false;
            for (final Losses losses : sessions.values()) {
                if (losses.count > 0) {
                    losses.noticedNs = nowNs;
                    notice(losses, "");
                }
            }
        }
    }

    /** The session is not read any more: its last losses are noticed. */
    void ended(final Session session) {
        final Losses losses = sessions.remove(session.id());
        if (losses != null && losses.count > 0) {
            notice(losses, "");
        }
    }

    private void notice(final Losses losses, final String cause) {
        notices.accept(losses.count + " messages of publisher " + losses.session.publisher()
                + " are lost, its next request is refused" + cause);
        losses.count = 0;
    }

    /** Messages since the latest notice. */
    private static final class Losses {
        private final Session session;
        private long noticedNs;
        private long count;

        Losses(final Session session, final long noticedNs) {
            this.session = session;
            this.noticedNs = noticedNs;
        }
    }
}
