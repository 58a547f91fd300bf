package io.verbus.latency.subject.verbus;

/** How the bus is set up. Each variant has ports of its own, so that several can be measured in turns. */
public enum Variant {
    /** By its defaults. */
    USUAL,
    /** With a conductor that runs once a second. The difference is the cost of the conductor. */
    QUIET,
    /** Commits are pushed together, {@value #BATCH_BYTES} bytes of frames at a time. */
    BATCHED,
    /** Beside {@value #IDLE_PUBLICATIONS} idle publications on each stream. */
    IDLE,
    /** With readers that never pause between polls. */
    SPINNING,
    /** Over TLS 1.3, with a key that is made for the measurement. */
    TLS,
    /** By a relay on the reader's host. */
    RELAYED;

    /** Bytes of frames in one push of {@link #BATCHED}. */
    public static final int BATCH_BYTES = 16 << 10;

    /** Publications without messages on each stream of {@link #IDLE}. */
    public static final int IDLE_PUBLICATIONS = 63;

    /** Time between two duty cycles of the conductor of {@link #QUIET}. */
    public static final int QUIET_MS = 1_000;
}
