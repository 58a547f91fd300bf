package io.verbus.testkit.oracle;

/** The order in which a subscription receives messages. */
public enum Reception {
    /** A plain subscription: in order. */
    PLAIN,
    /** A recovering subscription: in order, but its session may be ahead of its deliveries. */
    RECOVERING,
    /** A recovering subscription that receives live messages before the missing ones. */
    RECOVERING_LIVE_FIRST
}
