package io.verbus;

/**
 * Treatment of a slow subscription. Subscriptions with different policies can read the same stream. The order of the
 * constants is that of their numbers in files and handshakes.
 */
public enum Policy {
    /** The publisher waits while the subscription makes progress within the progress timeout. */
    BLOCK,
    /** The publisher never waits; a subscription that is lapped resumes half a log before the end. */
    SKIP,
    /**
     * The publisher never waits; a subscription that is lapped, or that is on another host and has exhausted its
     * credit, resumes at the newest message. For values of which only the last counts.
     */
    CONFLATE,
    /**
     * The publisher never waits; a subscription that is lapped loses the session for good, and continues with the
     * others. For applications that must stop if they miss a message.
     */
    EVICT
}
