package io.verbus.testkit.fabric;

/** What the way from one host to another does to what is on it. */
public enum Condition {
    /** Everything arrives, in its time. */
    OPEN,
    /** Nothing arrives until it is open again; the devices do not mind. */
    STALLED,
    /** Nothing arrives, and a device that has written gives up after a while. */
    CUT
}
