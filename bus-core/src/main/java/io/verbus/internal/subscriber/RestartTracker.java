package io.verbus.internal.subscriber;

import io.verbus.Session;
import io.verbus.internal.image.Image;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Finds the session of which a new one is the restart: the newest of the same publisher name that has ended or lost
 * its publisher, unless another session is its restart already. Two living publishers of one name have two
 * independent sessions.
 */
public final class RestartTracker {
    /** Fewest publisher names with a remembered session. */
    private static final int FEWEST = 64;

    private final int names;
    private final LinkedHashMap<String, Session> over = new LinkedHashMap<>();

    /**
     * Starts empty.
     *
     * @param sessions that the subscription reads at once; so many publisher names are remembered, at least 64
     */
    public RestartTracker(final int sessions) {
        names = Math.max(FEWEST, sessions);
    }

    /**
     * Remembers a session after its end was reported.
     *
     * @param ended the session
     */
    public void remember(final WatchedSession ended) {
        if (!ended.isSucceeded() && !ended.image().isEvicted()) { // the publisher of an evicted session lives
            over.putLast(ended.session().publisher(), ended.session());
            if (over.size() > names) {
                over.pollFirstEntry();
            }
        }
    }

    /**
     * Sets the predecessor of a new image, if there is one.
     *
     * @param image not polled yet
     * @param watched sessions with an image
     */
    public void precede(final Image image, final List<WatchedSession> watched) {
        final String publisher = image.session().publisher();
        final WatchedSession earlier = watched.stream()
                .filter(other -> !other.isSucceeded() && other.session().publisher().equals(publisher))
                .filter(other -> other.isOver() && !other.image().isEvicted())
                .max(Comparator.comparingLong(other -> other.session().startedEpochNs())).orElse(null);
        if (earlier != null) {
            earlier.succeeded();
            over.remove(publisher); // older still
            image.succeed(earlier.session(), earlier.image()::isDone);
        } else if (over.containsKey(publisher)) {
            image.succeed(over.remove(publisher), () -> true);
        }
    }
}
