package io.verbus;

import java.util.Map;

/**
 * Where a subscription starts to read a session that is older than the subscription. Later sessions are always read
 * from their first message.
 */
public sealed interface Start {
    /** A start that is the same in every session. */
    sealed interface Point extends Start {
        @Override
        default Point in(final long session) {
            return this;
        }

        @Override
        default Point inUnknown() {
            return this;
        }
    }

    /** Starts with the first message that is committed after the subscription joined. */
    record Live() implements Point {}

    /**
     * Starts with the oldest message in the log when the subscription joins; under {@link Policy#EVICT} at most half a
     * log before the end.
     */
    record Oldest() implements Point {}

    /**
     * Starts with a message that is still in the log or not yet published.
     *
     * @param sequence of the message in its session, from 0; messages that are overwritten already are reported as a
     *     gap
     */
    record At(long sequence) implements Point {
        /** Checks the sequence. */
        public At {
            if (sequence < 0) {
                throw new BusException("invalid start sequence " + sequence + ": use 0 or more");
            }
        }
    }

    /**
     * Resumes each known session at its next message, and starts the others with their oldest message.
     *
     * <p>A subscription on another host requests a start before it knows the session. It starts with the oldest
     * message, and skips messages that it has already received.
     *
     * @param next sequence of the next message, 0 or more, by session id
     */
    record ResumeAt(Map<Long, Long> next) implements Start {
        /** Copies the map. */
        public ResumeAt {
            next = Map.copyOf(next);
        }

        @Override
        public Point in(final long session) {
            final Long sequence = next.get(session);
            return sequence == null ? oldest() : at(sequence);
        }

        @Override
        public Point inUnknown() {
            return oldest();
        }
    }

    /**
     * The start in one session.
     *
     * @param session its id
     * @return this start, or its value in that session
     */
    Point in(long session);

    /** {@return the start in a session with an unknown id} */
    Point inUnknown();

    /** {@return a start with the messages after the join} */
    static Point live() {
        return new Live();
    }

    /** {@return a start with the oldest message in the log} */
    static Point oldest() {
        return new Oldest();
    }

    /**
     * A start with a given message.
     *
     * @param sequence of the message, from 0
     * @return the start
     */
    static Point at(final long sequence) {
        return new At(sequence);
    }

    /**
     * A start that resumes each known session.
     *
     * @param next sequence of the next message by session id
     * @return the start
     */
    static Start resumeAt(final Map<Long, Long> next) {
        return new ResumeAt(next);
    }
}
