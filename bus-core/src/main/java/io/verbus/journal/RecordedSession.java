package io.verbus.journal;

import io.verbus.peer.Session;

/**
 * A session as a journal has it, by the headers of its segments.
 *
 * @param session whose messages they are
 * @param first sequence that is recorded
 * @param segments how many files hold it
 * @param bytes of records and headers, the newest segment counted as whole while it is written
 * @param sealed whether nobody writes to it at present, and its recorder did not die
 */
public record RecordedSession(Session session, long first, int segments, long bytes, boolean sealed) {}
