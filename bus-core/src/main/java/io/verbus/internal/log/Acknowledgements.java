package io.verbus.internal.log;

import static io.verbus.internal.log.LogLayout.ACKNOWLEDGED_JOIN_OFFSET;
import static io.verbus.internal.log.LogLayout.ACKNOWLEDGED_SUBSCRIPTION_OFFSET;
import static io.verbus.internal.log.LogLayout.ACKNOWLEDGEMENTS_OFFSET;
import static io.verbus.internal.log.LogLayout.ACKNOWLEDGEMENT_LENGTH;
import static io.verbus.internal.log.LogLayout.MAX_READERS;

import io.verbus.internal.os.OffHeapLongs;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The publisher's acknowledgements of {@link io.verbus.Policy#BLOCK} readers: subscription and number of the join,
 * negated after an eviction. Written by the publisher's conductor, read by every process that maps the log.
 */
public final class Acknowledgements {
    private Acknowledgements() {
    }

    /**
     * Whether a subscription can be acknowledged.
     *
     * @param header of the log
     * @param subscription that joined
     * @return false if the log already serves {@link LogLayout#MAX_READERS} others
     */
    public static boolean hasRoom(final AtomicBuffer header, final long subscription) {
        return find(header, subscription) >= 0 || find(header, 0) >= 0;
    }

    /**
     * Acknowledges a join.
     *
     * @param header of the log, writable
     * @param subscription that joined
     * @param join number of the join
     * @return false if there is no room
     */
    public static boolean acknowledge(final AtomicBuffer header, final long subscription, final long join) {
        int entry = find(header, subscription);
        if (entry < 0) {
            entry = find(header, 0);
        }
        if (entry < 0) {
            return false;
        }
        header.putLong(entry + ACKNOWLEDGED_JOIN_OFFSET, join);
        // SYNC acknowledgement with Acknowledgements
        header.putLongRelease(entry + ACKNOWLEDGED_SUBSCRIPTION_OFFSET, subscription);
        return true;
    }

    /**
     * Marks an acknowledgement as evicted, until the reader leaves or is acknowledged again.
     *
     * @param header of the log, writable
     * @param subscription that was acknowledged; unknown ones are ignored
     */
    public static void evict(final AtomicBuffer header, final long subscription) {
        final int entry = find(header, subscription);
        if (entry >= 0) {
            header.putLongRelease(entry + ACKNOWLEDGED_JOIN_OFFSET,
                    -header.getLong(entry + ACKNOWLEDGED_JOIN_OFFSET));
        }
    }

    /**
     * Withdraws an acknowledgement: the reader has left.
     *
     * @param header of the log, writable
     * @param subscription that was acknowledged; unknown ones are ignored
     */
    public static void withdraw(final AtomicBuffer header, final long subscription) {
        final int entry = find(header, subscription);
        if (entry >= 0) {
            header.putLongRelease(entry + ACKNOWLEDGED_SUBSCRIPTION_OFFSET, 0);
        }
    }

    /**
     * The offset of a subscription's acknowledgement. One load if the offset is unchanged.
     *
     * @param header of the log
     * @param subscription that joined
     * @param last offset that was returned last, or 0
     * @return for {@link #isAcknowledged}; 0 if there is none
     */
    public static int find(final AtomicBuffer header, final long subscription, final int last) {
        if (last > 0 && header.getLongAcquire(last + ACKNOWLEDGED_SUBSCRIPTION_OFFSET) == subscription) {
            return last;
        }
        // SYNC acknowledgement with Acknowledgements: find loads with acquire
        return Math.max(0, find(header, subscription));
    }

    /**
     * Whether a join is acknowledged.
     *
     * @param header of the log
     * @param acknowledgement its offset, or 0
     * @param join number of the join
     * @return true if the reader gates the publisher
     */
    public static boolean isAcknowledged(final AtomicBuffer header, final int acknowledgement, final long join) {
        return acknowledgement > 0 && header.getLongAcquire(acknowledgement + ACKNOWLEDGED_JOIN_OFFSET) == join;
    }

    /**
     * Whether an acknowledgement that was found before still holds.
     *
     * @param header words of the log's header
     * @param acknowledgement its offset, above 0
     * @param subscription that joined
     * @param join number of the join
     * @return true if the reader gates the publisher
     */
    public static boolean holds(final OffHeapLongs header, final int acknowledgement, final long subscription,
            final long join) {
        return header.getLongAcquire(acknowledgement + ACKNOWLEDGED_SUBSCRIPTION_OFFSET) == subscription
                && header.getLongAcquire(acknowledgement + ACKNOWLEDGED_JOIN_OFFSET) == join;
    }

    /**
     * Whether a subscription is acknowledged at an offset, whatever the number of its join.
     *
     * @param header words of the log's header
     * @param acknowledgement an offset, or 0
     * @param subscription that joined
     * @return true if so, and it is not evicted
     */
    public static boolean isCurrent(final OffHeapLongs header, final int acknowledgement, final long subscription) {
        return acknowledgement > 0
                && header.getLongAcquire(acknowledgement + ACKNOWLEDGED_SUBSCRIPTION_OFFSET) == subscription
                && header.getLongAcquire(acknowledgement + ACKNOWLEDGED_JOIN_OFFSET) > 0;
    }

    /**
     * Whether a join was acknowledged, and its reader evicted afterwards.
     *
     * @param header of the log
     * @param acknowledgement its offset, or 0
     * @param join number of the join
     * @return true if the reader gated the publisher, and no longer does
     */
    public static boolean isEvicted(final AtomicBuffer header, final int acknowledgement, final long join) {
        return acknowledgement > 0 && header.getLongAcquire(acknowledgement + ACKNOWLEDGED_JOIN_OFFSET) == -join;
    }

    private static int find(final AtomicBuffer header, final long subscription) {
        for (int i = 0; i < MAX_READERS; i++) {
            final int entry = ACKNOWLEDGEMENTS_OFFSET + i * ACKNOWLEDGEMENT_LENGTH;
            if (header.getLongAcquire(entry + ACKNOWLEDGED_SUBSCRIPTION_OFFSET) == subscription) {
                return entry;
            }
        }
        return -1;
    }
}
