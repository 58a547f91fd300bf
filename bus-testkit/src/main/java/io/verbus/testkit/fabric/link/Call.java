package io.verbus.testkit.fabric.link;

/** A call in the middle of which a test may run other work. */
public enum Call {
    PUSH, POLL
}
