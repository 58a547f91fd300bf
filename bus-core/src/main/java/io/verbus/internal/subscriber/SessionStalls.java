package io.verbus.internal.subscriber;

import io.verbus.internal.image.Image;
import io.verbus.internal.late.LateWatch;
import io.verbus.internal.log.RefusedClaims;
import io.verbus.monitor.LateCause;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AtomicBuffer;

/** What delays the messages of one session, as its image shows it. By the conductor. */
final class SessionStalls {
    /** Longest time between two heartbeats of a publisher that runs, with default settings. */
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(125);

    private final Image image;
    private long heartbeat;
    private long heardNs;
    private int fetches;
    /** The first refusal of the claims that are counted, by index. */
    private final long[] counted = new long[RefusedClaims.NUMBER];
    private boolean started;

    SessionStalls(final Image image) {
        this.image = image;
    }

    /** Reports the stalls in a time. Not for an image that is done: its log may be unmapped. */
    void observe(final LateWatch watch, final long fromNs, final long toNs) {
        final boolean isOverslept = watch.isOverslept(toNs - fromNs);
        final long session = image.session().id();
        final int newFetches = image.fetches();
        if (newFetches != fetches || Image.isFetching(newFetches)) {
            watch.history().add(LateCause.GAP, session, fromNs, toNs);
        }
        fetches = newFetches;
        if (isSilent(fromNs, toNs) && !isOverslept) {
            watch.history().add(LateCause.PUBLISHER, session, fromNs, toNs);
        }
        if (image.isWithoutCredit() && !isOverslept) {
            watch.history().add(LateCause.NO_CREDIT, session, fromNs, toNs);
        }
        if (image.isOfThisHost()) {
            countClaims(watch, session);
        }
        started = true;
    }

    private boolean isSilent(final long fromNs, final long toNs) {
        final long now = image.heartbeat();
        if (!started || now != heartbeat) {
            heartbeat = now;
            heardNs = toNs;
        }
        return fromNs - heardNs >= QUIET_NS || image.isPublisherSilent();
    }

    /** Claims of which the message is consumed: they are complete. Those before the subscription do not count. */
    private void countClaims(final LateWatch watch, final long session) {
        final AtomicBuffer header = image.header();
        for (int i = 0; i < counted.length; i++) {
            final long from = RefusedClaims.fromNs(header, i);
            if (from == counted[i]) {
                continue;
            }
            final long to = RefusedClaims.toNs(header, i);
            final boolean isConsumed = RefusedClaims.position(header, i) < image.position();
            if (isConsumed && from == RefusedClaims.fromNs(header, i)) {
                counted[i] = from;
                if (started && to > from) {
                    watch.claimWaited(session, from, to);
                }
            }
        }
    }
}
