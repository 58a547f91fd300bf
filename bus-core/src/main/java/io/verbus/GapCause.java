package io.verbus;

/** Why messages are missing. {@code docs/reference/guarantees.md} lists the remedies. Layouts contain the ordinals. */
public enum GapCause {
    /** Its reader was so slow that they were overwritten. */
    LAPPED("the subscription was lapped by its publisher"),
    /** Skipped on request: the policy is {@link Policy#CONFLATE}. */
    CONFLATED("the subscription was lapped or exhausted its credit, and resumed at the newest message"),
    /** They were overwritten after the eviction of a subscription that had blocked its publisher. */
    EVICTED("the subscription was evicted and lapped: it blocked its publisher and read nothing for the timeout"),
    /** They were overwritten while a connection between hosts was down. */
    DISCONNECTED("the subscription's connection was down for so long that its publisher lapped it"),
    /** They were overwritten before the subscription joined: its start is older than the log. */
    TOO_OLD("the log does not go back that far"),
    /** One message, longer than the reassembly memory that is left. */
    TOO_LONG("the message exceeded the reassembly memory"),
    /** The end of a session that was lost before it was read; {@link LostSession} follows with the cause. */
    SESSION_LOST("the session was lost before its end was read"),
    /** The journal of the recorder that serves the range does not contain them. */
    NOT_RECORDED("the journal does not contain them"),
    /** The journal of the recorder that serves the range is damaged there. */
    DAMAGED("the journal is damaged there"),
    /** No recorder has served the range in time, or its response was invalid. */
    NOT_SERVED("no recorder has served them"),
    /** A relay on the way from the publisher does not have them. */
    UPSTREAM("a relay did not get them from its publisher");

    private final String description;

    GapCause(final String description) {
        this.description = description;
    }

    /** {@return the cause in words, for operators} */
    public String description() {
        return description;
    }
}
