package io.verbus;

/** What happens when a subscription is slow. */
public enum Policy {
    /** The publisher waits, for as long as the subscription makes progress within its time-out. */
    BLOCK,
    /** The publisher never waits; a subscription that falls a whole log behind resumes half a log behind the newest. */
    SKIP
}
