package io.verbus.image;

import io.verbus.peer.Gap;
import io.verbus.peer.Session;

/**
 * What becomes of messages that an image can't get any more: somebody fetches them from elsewhere, or they are a gap.
 *
 * @param session that they belong to
 * @param settings of the subscription
 */
record Gaps(Session session, ImageSettings settings) {
    /** Whether the listener sees to them; then they are no gap, unless it says so. */
    boolean isTakenOver(final long first, final long last, final String cause) {
        return settings.listener().onMissing(gap(first, last, cause));
    }

    void report(final long first, final long last, final String cause) {
        settings.counters().gap(last - first + 1);
        settings.listener().onGap(gap(first, last, cause));
    }

    private Gap gap(final long first, final long last, final String cause) {
        return new Gap(session, first, last, settings.clock().nanoTime(), cause);
    }
}
