package io.verbus.recovery;

/** Treatment of live messages while older ones of their session are being fetched. */
public enum Delivery {
    /** They wait, in the log or in the image of a remote one: all messages are delivered in sequence order. */
    IN_ORDER,
    /** They are delivered at once; older ones are delivered when they arrive, in order among themselves. */
    LIVE_FIRST
}
