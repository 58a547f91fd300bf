package io.verbus;

/** Why a session is lost, for now or for good. {@code docs/reference/guarantees.md} lists the remedies. */
public enum LossCause {
    /** For now: no heartbeat arrives. Its process is stopped or starved of CPU time, or the path to its host is cut. */
    SILENT("its publisher sends no heartbeat, and its end is not known"),
    /** For now: the connection to the publisher's host has ended. The subscription connects again. */
    DISCONNECTED("its connection ended"),
    /** For now: the relay that served it on this host has ended. It continues when a relay serves it again. */
    RELAY_ENDED("the relay that served it has ended"),
    /** The publisher's process died. */
    DIED("its publisher's process died without closing it"),
    /** The publisher closed the session without an end: {@link Publication#breakOff}, or no room for the end frame. */
    BROKEN_OFF("its publisher closed it without a regular end"),
    /** Another program has removed the log of a living publisher. */
    LOG_REMOVED("its log was removed by another program while its publisher was alive"),
    /** The connection has ended, and the publisher's host no longer has the session. */
    GONE("its connection ended, and its publisher no longer has it"),
    /** The publisher has not connected again, and another session needs its slot. */
    GIVEN_UP("its connection ended, its publisher has not reconnected, and another session needs the slot"),
    /** The subscription was too slow, and its policy is {@link Policy#EVICT}. */
    LAPPED("the subscription was lapped by its publisher, and lost the session: its policy is EVICT"),
    /** The log contains bytes that no publisher writes. */
    CORRUPT("its log is corrupt");

    private final String description;

    LossCause(final String description) {
        this.description = description;
    }

    /** {@return the cause in words, for operators} */
    public String description() {
        return description;
    }

    /** {@return whether the session cannot resume} */
    public boolean isForGood() {
        return this != SILENT && this != DISCONNECTED && this != RELAY_ENDED;
    }
}
