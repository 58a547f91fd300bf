package io.verbus.journal;

import io.verbus.Session;

/**
 * A session in a journal, from the headers of its segments.
 *
 * @param session that was recorded
 * @param first recorded sequence
 * @param segments number of files
 * @param bytes of records and headers, the newest segment counted as whole while it is written
 * @param sealed whether its last segment is sealed: no recorder writes to it, and its recorder did not die
 */
public record RecordedSession(Session session, long first, int segments, long bytes, boolean sealed) {}
