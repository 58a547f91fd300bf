package io.verbus;

/** What a subscription wants done with messages that it missed. */
public enum Repair {
    /**
     * Fill the gap from what the log still holds, before anything newer is delivered; only what is overwritten is
     * reported. The subscription resumes near the oldest message in the log, so it may fall behind again.
     */
    REPAIR,
    /** Only report the gap, and resume half a log behind the newest message. */
    REPORT
}
