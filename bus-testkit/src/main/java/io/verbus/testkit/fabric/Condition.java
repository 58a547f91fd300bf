package io.verbus.testkit.fabric;

/** The effect of the path from one host to another on its traffic. */
public enum Condition {
    /** Everything arrives after its delay. */
    OPEN,
    /** Nothing arrives until the path is open again; the devices do not time out. */
    STALLED,
    /** Nothing arrives, and a device with unanswered writes times out. */
    CUT
}
