package io.verbus;

/**
 * Why a subscription has left a publication, or is disconnected. {@code docs/reference/guarantees.md} lists the
 * remedies.
 */
public enum DepartureCause {
    /** It was closed, or has read the session to its end, or has lost it. */
    CLOSED("it was closed, or is done with this session"),
    /** Its process died. */
    DIED("its process died"),
    /** Another program has removed its file from the bus directory of a living process. */
    FILE_REMOVED("its file was removed"),
    /** The connection to its host has ended. */
    DISCONNECTED("its connection ended"),
    /** It has opened another connection, which replaces the earlier one. */
    RECONNECTED("the subscription has connected again"),
    /** The device still had writes to it in flight when the publisher wrapped around the log. */
    STALLED("it stalled: writes to it were unfinished when the publisher wrapped around the log"),
    /** It has not connected again within the progress timeout. */
    ABSENT("it did not reconnect"),
    /** The publication was closed before it had read everything. */
    PUBLICATION_CLOSED("the publication was closed");

    private final String description;

    DepartureCause(final String description) {
        this.description = description;
    }

    /** {@return the cause in words, for operators} */
    public String description() {
        return description;
    }
}
