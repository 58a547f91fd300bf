package io.verbus.transport;

import io.verbus.Start;
import io.verbus.position.SubscriptionIdentity;
import java.util.Set;

/**
 * What a subscriber asks a publisher for. A request is its own identity: two that say the same are two.
 *
 * @param stream its name
 * @param subscriber who asks
 * @param wish for what
 * @param history whether it would fetch what it misses from the log itself ({@link ImageLink#history})
 */
public record Request(String stream, SubscriptionIdentity subscriber, Wish wish, boolean history) {
    /** Sessions that one subscription can know at once. */
    public static final int MAX_KNOWN = 64;

    /**
     * Of one that fetches nothing.
     *
     * @param stream its name
     * @param subscriber who asks
     * @param wish for what
     */
    public Request(final String stream, final SubscriptionIdentity subscriber, final Wish wish) {
        this(stream, subscriber, wish, false);
    }

    /** What is asked for. */
    public sealed interface Wish {}

    /**
     * A session that is not known yet.
     *
     * @param known ids of the sessions that are known, at most {@link #MAX_KNOWN}
     * @param start where to begin in it
     */
    public record Another(Set<Long> known, Start.Point start) implements Wish {}

    /**
     * The rest of a session whose last epoch has ended.
     *
     * @param session its id
     * @param position below which everything is consumed; a frame boundary
     * @param sequence of the frame that begins there
     */
    public record Resume(long session, long position, long sequence) implements Wish {}

    @Override
    public boolean equals(final Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
