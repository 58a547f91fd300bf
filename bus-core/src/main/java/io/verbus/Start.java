package io.verbus;

import java.util.Map;

/**
 * Where a subscription begins to read a session that was there before it. A session that starts later is always read
 * from its first message.
 */
public sealed interface Start {
    /** The same in every session. */
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

    /** With the messages that are committed after the subscription joined. */
    record Live() implements Point {}

    /**
     * With the oldest message that is in the log when the subscription joins; under {@link Policy#EVICT} with one that
     * is at most half a log older than the newest.
     */
    record Oldest() implements Point {}

    /**
     * With a message that is still in the log or still to come.
     *
     * @param sequence of that message in its session, from 0; what is not in the log any more is reported as a gap
     */
    record At(long sequence) implements Point {
        /** Checks the sequence. */
        public At {
            if (sequence < 0) {
                throw new BusException("start at sequence " + sequence + ": a sequence is 0 or more");
            }
        }
    }

    /**
     * Where each session was left: with the next message of those that are known, with the oldest of the others.
     *
     * <p>Whoever subscribes on another host says where to begin before it knows in which session; there, all begin with
     * the oldest message, and the subscriber passes over what it has.
     *
     * @param next sequence of the next message for the id of each session that is known, 0 or more
     */
    record Behind(Map<Long, Long> next) implements Start {
        /** Takes a copy. */
        public Behind {
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
     * Where to begin in one session.
     *
     * @param session its id
     * @return the same, or what it comes to there
     */
    Point in(long session);

    /** {@return where to begin in a session whose id is not known yet} */
    Point inUnknown();

    /** {@return a start with what comes after joining} */
    static Point live() {
        return new Live();
    }

    /** {@return a start with the oldest message in the log} */
    static Point oldest() {
        return new Oldest();
    }

    /**
     * A start with one message.
     *
     * @param sequence of the message, from 0
     * @return that start
     */
    static Point at(final long sequence) {
        return new At(sequence);
    }

    /**
     * A start where each session was left.
     *
     * @param next sequence of the next message for the id of each session that is known
     * @return that start
     */
    static Start behind(final Map<Long, Long> next) {
        return new Behind(next);
    }
}
