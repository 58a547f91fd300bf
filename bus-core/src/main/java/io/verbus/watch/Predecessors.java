package io.verbus.watch;

import io.verbus.image.Image;
import io.verbus.peer.Session;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Tells of which earlier session a new one is the restart: the newest of the same publisher name that has ended or
 * whose publisher is dead, if no other has taken its place. Two living publishers of one name are two sessions.
 */
public final class Predecessors {
    /** Names of publishers whose last session is remembered when nothing else is left of it. */
    private static final int MAX_REMEMBERED = 64;

    private final LinkedHashMap<String, Session> over = new LinkedHashMap<>();

    /** With nothing to remember. */
    public Predecessors() {
    }

    /**
     * Remembers a session that is over for the application.
     *
     * @param ended that session
     */
    public void remember(final WatchedSession ended) {
        if (!ended.isSucceeded() && !ended.image().isEvicted()) { // whose publisher lives
            over.putLast(ended.session().publisher(), ended.session());
            if (over.size() > MAX_REMEMBERED) {
                over.pollFirstEntry();
            }
        }
    }

    /**
     * Tells a new image whose place it takes, if it takes anybody's.
     *
     * @param image not polled yet
     * @param watched the sessions that are being read
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
