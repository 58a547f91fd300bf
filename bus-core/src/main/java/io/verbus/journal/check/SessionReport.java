package io.verbus.journal.check;

import io.verbus.peer.Session;
import java.util.List;

/**
 * What a journal holds of a session, as was read.
 *
 * @param session whose messages they are
 * @param first sequence that is recorded
 * @param next sequence behind the last that is recorded
 * @param messages that are whole
 * @param losses ranges that are recorded as lost, damaged or in a missing segment
 * @param lost sequences in them
 * @param segments how many files hold it
 * @param bytes of headers, indexes and records
 * @param end how it ended, in words; empty if that is not recorded
 * @param damages sentences, for a person
 */
public record SessionReport(Session session, long first, long next, long messages, long losses, long lost,
        int segments, long bytes, String end, List<String> damages) {}
