package io.verbus.internal.journal;

import io.verbus.Session;
import java.nio.file.Path;

/**
 * A session in a journal that is opened for writing.
 *
 * @param session of the records
 * @param next the next sequence
 * @param receivedNs when the last record was received, nanoseconds UTC since 1970; {@link Long#MIN_VALUE} without one
 * @param isOver whether the end of the session is recorded
 * @param newest its newest segment
 */
public record RecoveredSession(Session session, long next, long receivedNs, boolean isOver, Path newest) {}
