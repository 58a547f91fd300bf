package io.verbus.journal;

import io.verbus.Header;
import io.verbus.Session;
import io.verbus.internal.journal.RecoveredSession;
import io.verbus.internal.journal.SegmentWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Appends one session to a journal: messages, losses and the end, without a hole between them. Used by the thread that
 * writes the journal.
 */
public final class SessionWriter implements SessionRecording {
    /** No record determines the next sequence yet. */
    private static final long UNKNOWN = -1;
    private static final int MAX_CAUSE_LENGTH = 1024;
    private static final String NOT_IN_THE_LOG = "they were not in the log any more";

    private final JournalWriter journal;
    private final Session session;
    private SegmentWriter segment;
    /** The newest segment of an earlier recorder, until another one follows; null if there is none. */
    private Path found;
    private long next;
    private long receivedNs;
    private boolean over;

    /** @param found the recorded part; null if there is none */
    SessionWriter(final JournalWriter journal, final Session session, final RecoveredSession found) {
        this.journal = journal;
        this.session = session;
        this.found = found == null ? null : found.newest();
        this.next = found == null ? UNKNOWN : found.next();
        this.receivedNs = found == null ? Long.MIN_VALUE : found.receivedNs();
        this.over = found != null && found.isOver();
    }

    @Override
    public long next() {
        return next;
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void append(final DirectBuffer source, final int offset, final int length, final Header header,
            final long atNs) {
        final long sequence = header.sequence();
        if (sequence != next && !recordGapBefore(sequence, atNs)) {
            return;
        }
        final int recordLength = SegmentWriter.recordLength(length, header.publishedNs() != Header.NO_TIMESTAMP,
                header.frames());
        if (segment == null || !segment.hasRoom(recordLength)) {
            begin(sequence, recordLength);
        }
        segment.append(source, offset, length, header, Math.max(atNs, receivedNs));
        next = segment.next();
    }

    @Override
    public void lose(final long first, final long last, final String cause, final long atNs) {
        final long from = next == UNKNOWN ? first : next;
        if (last >= from) {
            beginFor(from);
            segment.appendLoss(last, bytes(cause), Math.max(atNs, receivedNs));
            next = segment.next();
        }
    }

    @Override
    public void end(final long messages, final long atNs) {
        finish(messages, null, atNs);
    }

    @Override
    public void breakOff(final long knownNext, final String cause, final long atNs) {
        finish(knownNext, cause, atNs);
    }

    private void finish(final long messages, final String cause, final long atNs) {
        if (!over) {
            if (next != UNKNOWN && messages > next) {
                lose(next, messages - 1, NOT_IN_THE_LOG, atNs);
            }
            beginFor(next == UNKNOWN ? messages : next);
            segment.appendEnd(cause == null ? null : bytes(cause), Math.max(atNs, receivedNs));
            next = segment.next();
            over = true;
            journal.retire(segment);
            segment = null;
        }
    }

    private boolean recordGapBefore(final long sequence, final long atNs) {
        if (sequence > next && next != UNKNOWN && !over) {
            lose(next, sequence - 1, NOT_IN_THE_LOG, atNs);
        }
        return sequence >= next && !over;
    }

    private void beginFor(final long first) {
        if (segment == null || !segment.hasRoom(SegmentWriter.maxNoteLength())) {
            begin(first, SegmentWriter.maxNoteLength());
        }
    }

    private void begin(final long first, final int recordLength) {
        found = found != null && journal.keeps(found) ? found : null;
        final Path preceding = segment == null ? found : segment.path();
        final SegmentWriter following = journal.begin(session, first, preceding, recordLength);
        if (segment != null) {
            receivedNs = Math.max(receivedNs, segment.receivedNs());
            segment.followedBy(first);
            journal.retire(segment);
        } else if (found != null) {
            journal.followed(found, first);
            found = null;
        }
        segment = following;
    }

    private static byte[] bytes(final String cause) {
        final byte[] bytes = cause.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_CAUSE_LENGTH ? bytes : Arrays.copyOf(bytes, MAX_CAUSE_LENGTH);
    }
}
