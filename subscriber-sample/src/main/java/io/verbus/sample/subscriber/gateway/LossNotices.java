package io.verbus.sample.subscriber.gateway;

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

    LossNotices(final Consumer<String> notices) {
        this.notices = notices;
    }

    /** Messages of a session are lost at a monotonic time. */
    void lost(final Gap gap, final long nowNs) {
        final Losses losses = sessions.computeIfAbsent(gap.session().id(), id -> new Losses(nowNs - INTERVAL_NS));
        losses.count += gap.count();
        if (nowNs - losses.noticedNs >= INTERVAL_NS) {
            losses.noticedNs = nowNs;
            notice(gap.session(), losses, ": " + gap.description());
        }
    }

    /** The session is not read any more: its last losses are noticed. */
    void ended(final Session session) {
        final Losses losses = sessions.remove(session.id());
        if (losses != null && losses.count > 0) {
            notice(session, losses, "");
        }
    }

    private void notice(final Session session, final Losses losses, final String cause) {
        notices.accept(losses.count + " messages of publisher " + session.publisher()
                + " are lost, its next request is refused" + cause);
        losses.count = 0;
    }

    /** Messages since the latest notice. */
    private static final class Losses {
        private long noticedNs;
        private long count;

        Losses(final long noticedNs) {
            this.noticedNs = noticedNs;
        }
    }
}
