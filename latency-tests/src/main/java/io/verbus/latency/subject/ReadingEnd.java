package io.verbus.latency.subject;

/** Where messages come out. */
public interface ReadingEnd {
    /** Messages of one poll where many are under way. */
    int LIMIT = 64;

    /** {@return whether the publishing end was found; polled until then} */
    boolean isReading();

    /**
     * Takes what there is.
     *
     * @param limit of messages: who waits for one asks for one, else the subject looks for the next before it returns
     * @return how many the receiver got, which may be more where they come out of a stream of bytes
     */
    int poll(int limit);

    /** What its users do after a poll that found nothing: spin, with the pause of {@code BusySpinIdleStrategy}. */
    default void idle() {
        Thread.onSpinWait();
    }

    /** {@return messages that were reported missing, so far} */
    default long missed() {
        return 0;
    }
}
