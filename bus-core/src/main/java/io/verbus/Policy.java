package io.verbus;

/**
 * What happens when a subscription is slow. Subscriptions under different policies can read the same stream. The order
 * is that of the numbers in files and handshakes.
 */
public enum Policy {
    /** The publisher waits, for as long as the subscription makes progress within its time-out. */
    BLOCK,
    /** The publisher never waits; a subscription that falls a whole log behind resumes half a log behind the newest. */
    SKIP,
    /**
     * The publisher never waits; a subscription that falls a whole log behind, or that is on another host and has used
     * up the credit that it gave, goes on with the newest message. For values of which only the last counts.
     */
    CONFLATE,
    /**
     * The publisher never waits; a subscription that falls a whole log behind loses the session for good, and goes on
     * with the others. For those who had rather stop than miss something.
     */
    EVICT
}
