package io.verbus;

/** What a handler may know of the frame that carried its message. Valid until the handler returns. */
public interface Header {
    /** {@link #publishedNs()} of a stream without timestamps. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /** {@link #position()} of a message that came from a journal, which does not know it. */
    long NO_POSITION = -1;

    /**
     * The number of the message's frame in its session, from 0, contiguous; of the first of them when it came in
     * several.
     *
     * @return the sequence that names this message; the next message's is {@link #frames()} higher
     */
    long sequence();

    /** {@return how many frames carried the message: 1, except for one that is longer than a claim can be} */
    int frames();

    /** {@return the position behind the message: bytes of log since the session began; or {@link #NO_POSITION}} */
    long position();

    /** {@return the id of the session that the message belongs to} */
    long session();

    /**
     * When the message was committed; its last frame, when it came in several.
     *
     * @return nanoseconds on the monotonic clock of the publisher's host, the clock of {@link System#nanoTime()}; or
     *     {@link #NO_TIMESTAMP} when the stream has no timestamps
     */
    long publishedNs();
}
