package io.verbus.spi;

import io.verbus.Start;
import java.util.Set;

/**
 * A subscriber's request to a publisher. Requests are compared by identity: two with equal content are different.
 *
 * @param stream name of the stream
 * @param subscriber identity of the subscription
 * @param target the requested session
 * @param history whether it may fetch missed messages from the log ({@link ImageLink#history})
 * @param stranger whether it came from a peer that has proven nothing and connected to the publisher by itself
 */
public record Request(String stream, SubscriptionIdentity subscriber, Target target, boolean history,
        boolean stranger) {
    /** Number of sessions that one subscription can know at once. */
    public static final int MAX_KNOWN = 64;

    /**
     * A request without history.
     *
     * @param stream name of the stream
     * @param subscriber identity of the subscription
     * @param target the requested session
     */
    public Request(final String stream, final SubscriptionIdentity subscriber, final Target target) {
        this(stream, subscriber, target, false);
    }

    /**
     * A request of a peer that is not a stranger.
     *
     * @param stream name of the stream
     * @param subscriber identity of the subscription
     * @param target the requested session
     * @param history whether it may fetch missed messages
     */
    public Request(final String stream, final SubscriptionIdentity subscriber, final Target target,
            final boolean history) {
        this(stream, subscriber, target, history, false);
    }

    /** {@return this request, as another object, of a stranger} */
    public Request ofStranger() {
        return new Request(stream, subscriber, target, history, true);
    }

    /** The requested session. */
    public sealed interface Target {
        /**
         * Whether a session is requested.
         *
         * @param session its id
         * @return true if so
         */
        boolean admits(long session);
    }

    /**
     * A request for an unknown session.
     *
     * @param known ids of the known sessions, at most {@link #MAX_KNOWN}
     * @param start in the session
     */
    public record Another(Set<Long> known, Start.Point start) implements Target {
        @Override
        public boolean admits(final long session) {
            return !known.contains(session);
        }
    }

    /**
     * A request for the rest of a session after its last epoch has ended.
     *
     * @param session its id
     * @param position below which everything is consumed; a frame boundary
     * @param sequence of the frame at the position
     */
    public record Resume(long session, long position, long sequence) implements Target {
        @Override
        public boolean admits(final long other) {
            return session == other;
        }
    }

    @Override
    public boolean equals(final Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
