package io.verbus;

/** What a handler may know of the frame that carried its message. Valid until the handler returns. */
public interface Header {
    /** {@link #publishedNs()} of a stream without timestamps. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /** {@return the number of the message's frame in its session, from 0, contiguous} */
    long sequence();

    /** {@return the position behind the frame: bytes of log since the session began} */
    long position();

    /** {@return the id of the session that the message belongs to} */
    long session();

    /**
     * When the message was committed.
     *
     * @return nanoseconds on the monotonic clock of the publisher's host, the clock of {@link System#nanoTime()}; or
     *     {@link #NO_TIMESTAMP} when the stream has no timestamps
     */
    long publishedNs();
}
