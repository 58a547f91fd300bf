package io.verbus.testkit.fabric.link;

/** A call in the middle of which a test may let others do something. */
public enum Call {
    PUSH, POLL
}
