package io.verbus.internal.log;

import static io.verbus.internal.log.LogLayout.REFUSED_CLAIMS_OFFSET;
import static io.verbus.internal.log.LogLayout.REFUSED_CLAIM_LENGTH;

import org.agrona.concurrent.AtomicBuffer;

/**
 * The last claims that waited for a blocking reader, in the header of the log: subscriptions read there that a message
 * was late before its commit. Written by the publishing thread while its claim is refused, from {@link #LEAST_NS} on.
 */
public final class RefusedClaims {
    /** Number of claims that are kept. */
    public static final int NUMBER = LogLayout.REFUSED_CLAIMS;
    /** A claim that waits for less is not kept. */
    public static final long LEAST_NS = 250_000;

    private static final int POSITION_OFFSET = 0;
    private static final int FROM_OFFSET = 8;
    private static final int TO_OFFSET = 16;

    private RefusedClaims() {
    }

    /**
     * Stores a refused claim, again with each refusal.
     *
     * @param header of the log, writable
     * @param index 0 to {@link #NUMBER} - 1, that of the oldest claim at the first refusal
     * @param position of the claim
     * @param fromNs first refusal, on the monotonic clock
     * @param toNs last refusal
     */
    public static void store(final AtomicBuffer header, final int index, final long position, final long fromNs,
            final long toNs) {
        final int at = at(index);
        header.putLongOpaque(at + POSITION_OFFSET, position);
        header.putLongOpaque(at + TO_OFFSET, toNs);
        header.putLongRelease(at + FROM_OFFSET, fromNs);
    }

    /**
     * The position of a claim.
     *
     * @param header of the log, not trusted
     * @param index 0 to {@link #NUMBER} - 1
     * @return its position
     */
    public static long position(final AtomicBuffer header, final int index) {
        return header.getLongOpaque(at(index) + POSITION_OFFSET);
    }

    /**
     * The first refusal of a claim.
     *
     * @param header of the log, not trusted
     * @param index 0 to {@link #NUMBER} - 1
     * @return on the publisher's monotonic clock; 0 for no claim
     */
    public static long fromNs(final AtomicBuffer header, final int index) {
        return header.getLongAcquire(at(index) + FROM_OFFSET);
    }

    /**
     * The last refusal of a claim.
     *
     * @param header of the log, not trusted
     * @param index 0 to {@link #NUMBER} - 1
     * @return on the publisher's monotonic clock
     */
    public static long toNs(final AtomicBuffer header, final int index) {
        return header.getLongOpaque(at(index) + TO_OFFSET);
    }

    private static int at(final int index) {
        return REFUSED_CLAIMS_OFFSET + index * REFUSED_CLAIM_LENGTH;
    }
}
