package io.verbus.latency.subject;

/** The reading end of a stream. */
public interface ReadingEnd {
    /** Messages of one poll where many are in flight. */
    int LIMIT = 64;

    /** {@return whether the publishing end was found; it is polled until then} */
    boolean isReading();

    /**
     * Reads messages.
     *
     * @param limit at most so many; 1 to wait for one message, as with more a subject probes for the next before it
     *     returns
     * @return number of messages; more than the limit where they are cut out of a stream of bytes
     */
    int poll(int limit);

    /** Called after an empty poll. Spins, with the pause of {@code BusySpinIdleStrategy}. */
    default void idle() {
        Thread.onSpinWait();
    }

    /** {@return messages that were reported missing, so far} */
    default long missed() {
        return 0;
    }
}
