package io.verbus;

/**
 * Treatment of missed messages. Messages skipped under {@link Policy#CONFLATE}, and those lost with a session under
 * {@link Policy#EVICT}, are only reported under both settings.
 */
public enum Repair {
    /**
     * Fill the gap from the log before anything newer is delivered; only overwritten messages are reported. Under
     * {@link Policy#BLOCK} and {@link Policy#SKIP} a lapped subscription resumes near the oldest message in the log, so
     * it may be lapped again. A subscription on another host fetches the messages without its publisher's CPU, if
     * transport and publisher support it; this takes memory of the log's size.
     */
    REPAIR,
    /** Only report the gap; under {@link Policy#BLOCK} and {@link Policy#SKIP}, resume half a log before the end. */
    REPORT
}
