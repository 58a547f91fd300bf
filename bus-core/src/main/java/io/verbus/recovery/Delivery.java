package io.verbus.recovery;

/** What becomes of live messages while older ones of their session are being fetched. */
public enum Delivery {
    /** They wait, in the log, or in the image of one on another host: everything comes in the order of its sequence. */
    IN_ORDER,
    /** They go on; older ones come when they come, in order among themselves. */
    LIVE_FIRST
}
