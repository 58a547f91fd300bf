package io.verbus;

/**
 * Where a subscription begins to read a session that was there before it. A session that starts later is always read
 * from its first message.
 */
public sealed interface Start {
    /** With the messages that are committed after the subscription joined. */
    record Live() implements Start {}

    /**
     * With the oldest message that is in the log when the subscription joins; under {@link Policy#EVICT} with one that
     * is at most half a log older than the newest.
     */
    record Oldest() implements Start {}

    /**
     * With a message that is still in the log or still to come.
     *
     * @param sequence of that message in its session, from 0; what is not in the log any more is reported as a gap
     */
    record At(long sequence) implements Start {
        /** Checks the sequence. */
        public At {
            if (sequence < 0) {
                throw new BusException("start at sequence " + sequence + ": a sequence is 0 or more");
            }
        }
    }

    /** {@return a start with what comes after joining} */
    static Start live() {
        return new Live();
    }

    /** {@return a start with the oldest message in the log} */
    static Start oldest() {
        return new Oldest();
    }

    /**
     * A start with one message.
     *
     * @param sequence of the message, from 0
     * @return that start
     */
    static Start at(final long sequence) {
        return new At(sequence);
    }
}
