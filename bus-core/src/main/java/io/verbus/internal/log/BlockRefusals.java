package io.verbus.internal.log;

import static io.verbus.internal.log.LogLayout.MAX_REFUSALS;
import static io.verbus.internal.log.LogLayout.REFUSAL_CAUSES_OFFSET;
import static io.verbus.internal.log.LogLayout.REFUSED_SUBSCRIPTIONS_OFFSET;

import io.verbus.Refusal;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The publisher's notices to {@link io.verbus.Policy#BLOCK} subscriptions that do not gate it. Written by the
 * publisher's conductor, read by the conductors of subscriptions and by tools. A notice that does not fit is left out.
 */
public final class BlockRefusals {
    private static final Refusal[] CAUSES = Refusal.values();

    private BlockRefusals() {
    }

    /**
     * Adds a notice, or changes its cause.
     *
     * @param header of the log, writable
     * @param subscription that is refused
     * @param cause of the refusal
     */
    public static void refuse(final AtomicBuffer header, final long subscription, final Refusal cause) {
        int entry = find(header, subscription);
        if (entry < 0) {
            entry = find(header, 0);
        }
        if (entry >= 0) {
            header.putIntRelease(REFUSAL_CAUSES_OFFSET + entry * Integer.BYTES, cause.ordinal());
            // SYNC refusal with BlockRefusals
            header.putLongRelease(REFUSED_SUBSCRIPTIONS_OFFSET + entry * Long.BYTES, subscription);
        }
    }

    /**
     * Withdraws a notice: the subscription gates the publisher now, or has left.
     *
     * @param header of the log, writable
     * @param subscription of the notice; unknown ones are ignored
     */
    public static void withdraw(final AtomicBuffer header, final long subscription) {
        final int entry = find(header, subscription);
        if (entry >= 0) {
            header.putLongRelease(REFUSED_SUBSCRIPTIONS_OFFSET + entry * Long.BYTES, 0);
        }
    }

    /**
     * The notice to a subscription.
     *
     * @param header of the log
     * @param subscription to look for
     * @return {@link Refusal#NONE} if there is none, or its cause is unknown to this version
     */
    public static Refusal of(final AtomicBuffer header, final long subscription) {
        final int entry = find(header, subscription); // SYNC refusal with BlockRefusals: find loads with acquire
        if (entry < 0) {
            return Refusal.NONE;
        }
        final int cause = header.getIntAcquire(REFUSAL_CAUSES_OFFSET + entry * Integer.BYTES);
        final boolean isUnchanged = header.getLongAcquire(REFUSED_SUBSCRIPTIONS_OFFSET
                + entry * Long.BYTES) == subscription; // else the entry was reused
        return isUnchanged && cause >= 0 && cause < CAUSES.length ? CAUSES[cause] : Refusal.NONE;
    }

    /**
     * All notices, for tools.
     *
     * @param header of the log
     * @return cause by subscription
     */
    public static Map<Long, Refusal> all(final AtomicBuffer header) {
        final Map<Long, Refusal> all = new HashMap<>();
        for (int entry = 0; entry < MAX_REFUSALS; entry++) {
            final long subscription = header.getLongAcquire(REFUSED_SUBSCRIPTIONS_OFFSET + entry * Long.BYTES);
            if (subscription != 0 && of(header, subscription) != Refusal.NONE) {
                all.put(subscription, of(header, subscription));
            }
        }
        return all;
    }

    private static int find(final AtomicBuffer header, final long subscription) {
        for (int entry = 0; entry < MAX_REFUSALS; entry++) {
            if (header.getLongAcquire(REFUSED_SUBSCRIPTIONS_OFFSET + entry * Long.BYTES) == subscription) {
                return entry;
            }
        }
        return -1;
    }
}
