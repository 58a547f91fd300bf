package io.verbus.journal;

import io.verbus.Session;
import java.util.List;

/**
 * The readable contents of a session in a journal.
 *
 * @param session that was recorded
 * @param first recorded sequence
 * @param next sequence after the last recorded one
 * @param messages number of whole messages
 * @param losses ranges that are recorded as lost, damaged or in a missing segment
 * @param lost sequences in these ranges
 * @param segments number of files
 * @param bytes of headers, indexes and records
 * @param end how the session ended, in words; empty if that is not recorded
 * @param damages messages for a person
 */
public record SessionReport(Session session, long first, long next, long messages, long losses, long lost,
        int segments, long bytes, String end, List<String> damages) {}
