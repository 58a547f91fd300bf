package io.verbus.latency.frame;

/** What a benchmark needs of the writing end of a transport. */
interface PublishingEnd {
    /** Encodes one {@link Payload} in place and publishes it; spins while the reader is in the way. */
    void publish(long value);
}
