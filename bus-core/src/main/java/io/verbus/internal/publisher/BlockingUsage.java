package io.verbus.internal.publisher;

/**
 * Charges the blocking time of one subscription to its name, and repays it. Only a subscription that was charged, or
 * was refused because of its name's charges, repays: a healthy one of the same name does not pay for one that restarts
 * repeatedly. Used by the conductor.
 */
public final class BlockingUsage {
    private static final long UNKNOWN = -1;

    private final String name;
    private final BlockingBudgets terms;
    private long position = UNKNOWN;
    private long blockedNs;
    private boolean hasRead;
    private boolean isIndebted;
    private boolean isGating;

    /**
     * Starts with a subscription that has consumed nothing.
     *
     * @param name of the subscription
     * @param terms of the publication
     */
    public BlockingUsage(final String name, final BlockingBudgets terms) {
        this.name = name;
        this.terms = terms;
    }

    /**
     * Updates the position and the blocking time of the subscription.
     *
     * @param newPosition subscriber position, not trusted; one beyond the end of the log is ignored
     * @param horizon below which nothing can be read: a lapped subscription that does not gate the publisher has not
     *     consumed the bytes that it skips
     * @param end of the log, read after the position
     * @param newBlockedNs blocking time since it joined
     * @param newGating whether it gates the publisher from now on
     */
    public void update(final long newPosition, final long horizon, final long end, final long newBlockedNs,
            final boolean newGating) {
        if (newPosition <= end) { // else it is leaving
            update(newPosition, newBlockedNs, isGating || position >= horizon);
            blockedNs = newBlockedNs;
        }
        isGating = newGating;
    }

    private void update(final long newPosition, final long newBlockedNs, final boolean hasReadAll) {
        if (position == UNKNOWN) {
            position = newPosition;
        } else if (newPosition > position) {
            hasRead = true;
            if (isIndebted && hasReadAll) {
                terms.repay(name, newPosition - position);
                isIndebted = terms.usedNs(name) > 0;
            }
            position = newPosition;
        } else if (newBlockedNs > blockedNs) {
            terms.charge(name, newBlockedNs - blockedNs);
            isIndebted = true;
        }
    }

    /** Records that the subscription was refused because of its name's charges. */
    public void markIndebted() {
        isIndebted = true;
    }

    /** {@return whether it has never consumed anything, and its name has used the time for that} */
    public boolean isOverdrawn() {
        return !hasRead && terms.isUsedUp(name);
    }
}
