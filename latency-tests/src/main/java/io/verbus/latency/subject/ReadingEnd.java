package io.verbus.latency.subject;

/** Where messages come out. */
public interface ReadingEnd {
    /** Messages of one poll, at most. */
    int LIMIT = 64;

    /** {@return whether the publishing end was found; polled until then} */
    boolean isReading();

    /** {@return how many messages the receiver got, at most about {@value #LIMIT}} */
    int poll();

    /** What its users do after a poll that found nothing. */
    default void idle() {
    }

    /** {@return messages that were reported missing, so far} */
    default long missed() {
        return 0;
    }
}
