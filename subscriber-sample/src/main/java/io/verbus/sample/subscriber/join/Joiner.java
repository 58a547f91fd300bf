package io.verbus.sample.subscriber.join;

import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;

/** Who goes on with the books once they are joined. Called by the polling thread. */
public interface Joiner extends SessionListener {
    /**
     * The books are those of a session now; its messages follow. What becomes of the session is heard from here on.
     *
     * @param session that was joined
     * @param next the first message that is not in the books yet
     * @param orders that a snapshot brought; negative when none was taken, as nothing came before {@code next}
     */
    void onJoined(Session session, long next, int orders);

    /**
     * Something that a person should know.
     *
     * @param what in words
     */
    void tell(String what);
}
