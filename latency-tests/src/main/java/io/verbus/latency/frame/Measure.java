package io.verbus.latency.frame;

/** What is measured, and in which unit. */
enum Measure {
    /** Millions of messages a second, publisher at full speed; the reader mostly trails it. */
    THROUGHPUT("throughput", "publish", "read", 10_000_000, 15_000_000),
    /** The same, but the publisher reads the clock before each message, so the reader keeps up and waits. */
    PACED("paced", "paced", "read", 3_000_000, 5_000_000),
    /** In ns: median of the means of 64 round trips, then p50, p99, p99.9, p99.99. */
    ROUND_TRIP("roundtrip", "ping", "pong", 200_000, 1_000_000);

    final String cName;
    final String firstRole;
    final String secondRole;
    final long cMessages;
    final long javaMessages;

    Measure(
            final String cName,
            final String firstRole,
            final String secondRole,
            final long cMessages,
            final long javaMessages) {
        this.cName = cName;
        this.firstRole = firstRole;
        this.secondRole = secondRole;
        this.cMessages = cMessages;
        this.javaMessages = javaMessages;
    }
}
