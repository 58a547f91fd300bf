package io.verbus.journal;

import io.verbus.Header;

/** Header of a recorded message. Valid until the handler returns. */
public interface RecordHeader {
    /** {@return the sequence of the message; that of its first frame if it took several in the log} */
    long sequence();

    /** {@return the number of frames that it took in the log; the next message's sequence is higher by this number} */
    int frames();

    /** {@return id of the session} */
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
