package io.verbus;

/** Metadata of the frame that carries a message. Valid until the handler returns. */
public interface Header {
    /** {@link #publishedNs()} of a stream without timestamps. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /** {@link #position()} of a message from a journal, which does not record positions. */
    long NO_POSITION = -1;

    /**
     * The number of the message's frame in its session, from 0, contiguous; for a message of several frames, that of
     * the first.
     *
     * @return the sequence of this message; that of the next message is {@link #frames()} higher
     */
    long sequence();

    /** {@return the number of frames of the message: 1, unless it is longer than the longest claim} */
    int frames();

    /** {@return the position after the message: bytes of log since the session began; or {@link #NO_POSITION}} */
    long position();

    /** {@return the session id of the message} */
    long session();

    /** {@return name of the stream} */
    String stream();

    /** {@return name of the subscription that received the message; empty for a message that a journal reader read} */
    String subscription();

    /**
     * The commit time of the message; for a message of several frames, that of the last.
     *
     * @return nanoseconds on the monotonic clock of the publisher's host, see {@link Clocks#SYSTEM}; or {@link
     *     #NO_TIMESTAMP} if the stream has no timestamps
     */
    long publishedNs();

    /**
     * The commit time of the message in UTC, for comparisons with other hosts: {@link #publishedNs()} plus the
     * difference of the publisher's two clocks when its session began. NTP and PTP slew both alike; a step of the UTC
     * clock during the session is not contained. {@link Clocks#greatestEpochError()} is the error of a host's clock.
     *
     * @return nanoseconds UTC since 1970; {@link #NO_TIMESTAMP} if the stream has no timestamps, and for a message from
     *     a journal, which records when it was received
     */
    default long publishedEpochNs() {
        return NO_TIMESTAMP;
    }
}
