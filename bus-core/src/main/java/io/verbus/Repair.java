package io.verbus;

/**
 * What a subscription wants done with messages that it missed. What {@link Policy#CONFLATE} passes over, and what is
 * lost with a session under {@link Policy#EVICT}, is only reported, whatever is wanted: that is what these two are for.
 */
public enum Repair {
    /**
     * Fill the gap from what the log still holds, before anything newer is delivered; only what is overwritten is
     * reported. Under {@link Policy#BLOCK} and {@link Policy#SKIP} the subscription resumes near the oldest message in
     * the log, so it may fall behind again. One on another host fetches the messages from there, without its
     * publisher's doing, if its transport and its publisher offer that; it takes memory of the log's size.
     */
    REPAIR,
    /** Only report the gap; under {@link Policy#BLOCK} and {@link Policy#SKIP}, resume half a log behind the newest. */
    REPORT
}
