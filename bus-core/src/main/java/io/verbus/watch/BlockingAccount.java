package io.verbus.watch;

/**
 * What one subscription, which may be blocking a publication, charges to its name and gives back. Only a subscription
 * that has charged something, or was refused for what its name had used, gives back: a healthy one of the same name
 * does not pay for one that is restarted again and again. Used by the conductor.
 */
public final class BlockingAccount {
    private static final long UNKNOWN = -1;

    private final String name;
    private final BlockingTerms terms;
    private long position = UNKNOWN;
    private long blockedNs;
    private boolean hasRead;
    private boolean owes;
    private boolean isWaitedFor;

    /**
     * Of a subscription that has read nothing.
     *
     * @param name of the subscription
     * @param terms of the publication
     */
    public BlockingAccount(final String name, final BlockingTerms terms) {
        this.name = name;
        this.terms = terms;
    }

    /**
     * Notes how far the subscription has read, and for how long it has blocked claims.
     *
     * @param newPosition of it, not to be believed; one beyond the end of the log is ignored
     * @param horizon below which nothing can be read: a subscription that is not waited for and was lapped has not read
     *     what it jumps over
     * @param end of the log, read after the position
     * @param newBlockedNs since it joined
     * @param newWaitedFor whether the publisher waits for it from now on
     */
    public void look(final long newPosition, final long horizon, final long end, final long newBlockedNs,
            final boolean newWaitedFor) {
        if (newPosition <= end) { // else it is leaving
            look(newPosition, newBlockedNs, isWaitedFor || position >= horizon);
            blockedNs = newBlockedNs;
        }
        isWaitedFor = newWaitedFor;
    }

    private void look(final long newPosition, final long newBlockedNs, final boolean hasReadAll) {
        if (position == UNKNOWN) {
            position = newPosition;
        } else if (newPosition > position) {
            hasRead = true;
            if (owes && hasReadAll) {
                terms.giveBack(name, newPosition - position);
                owes = terms.usedNs(name) > 0;
            }
            position = newPosition;
        } else if (newBlockedNs > blockedNs) {
            terms.charge(name, newBlockedNs - blockedNs);
            owes = true;
        }
    }

    /** The subscription was refused for what its name has used. */
    public void owes() {
        owes = true;
    }

    /** {@return whether it has never read, and its name has used the time for that} */
    public boolean isOverdrawn() {
        return !hasRead && terms.isUsedUp(name);
    }
}
