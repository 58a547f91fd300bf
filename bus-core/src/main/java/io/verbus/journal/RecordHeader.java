package io.verbus.journal;

import io.verbus.Header;

/** What a journal knows of a message. Valid until the handler returns. */
public interface RecordHeader {
    /** {@return the sequence of the message: of its first frame when it took several in the log} */
    long sequence();

    /** {@return how many frames it took in the log; the next message's sequence is so much higher} */
    int frames();

    /** {@return id of the session that it belongs to} */
    long session();

    /** {@return when it was recorded, nanoseconds UTC since 1970; never goes back within a session} */
    long receivedNs();

    /**
     * When it was published.
     *
     * @return nanoseconds on the monotonic clock of the publisher's host, or {@link Header#NO_TIMESTAMP}
     */
    long publishedNs();
}
