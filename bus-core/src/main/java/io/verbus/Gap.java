package io.verbus;

/**
 * A range of messages that a subscription missed for good: they will not be filled.
 *
 * @param session of the messages
 * @param first first missing sequence
 * @param last last missing sequence, at least {@code first}
 * @param epochNs time of detection, nanoseconds UTC since 1970
 * @param cause for programs
 * @param description the cause in words, with figures, for operators
 */
public record Gap(Session session, long first, long last, long epochNs, GapCause cause, String description)
        implements
            SessionEvent {
    /** {@return the number of missing sequences} */
    public long count() {
        return last - first + 1;
    }
}
