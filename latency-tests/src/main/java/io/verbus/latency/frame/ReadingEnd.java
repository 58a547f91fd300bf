package io.verbus.latency.frame;

/** What a benchmark needs of the reading end of a transport. */
interface ReadingEnd {
    /** Hands over what has arrived, at most {@link FrameLayout#BATCH} messages, and returns their number. */
    int poll(Payload.Handler handler);
}
