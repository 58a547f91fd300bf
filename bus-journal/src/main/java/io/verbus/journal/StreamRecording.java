package io.verbus.journal;

import io.verbus.Session;
import java.util.Map;

/** Where a {@link Recorder} writes: a journal, or another store of the messages of one stream. Used by one thread. */
public interface StreamRecording {
    /**
     * {@return the next sequence per session id, for sessions without a recorded end when the recording was opened}
     */
    Map<Long, Long> unfinished();

    /**
     * The record of a session, positioned after its last message.
     *
     * @param session of the stream that is recorded
     * @return the record; always the same for a session
     */
    SessionRecording session(Session session);

    /**
     * Ends a session whose log is gone.
     *
     * @param session id of an unfinished one
     * @param cause in words
     * @throws io.verbus.BusException if there is no room for it
     */
    void abandon(long session, String cause);

    /**
     * To be called after each batch of messages.
     *
     * @throws io.verbus.BusException if something was not written, now or before
     */
    void endBatch();
}
