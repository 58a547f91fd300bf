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
public final class SessionWriter extends SessionRecording {
    private static final int MAX_CAUSE_LENGTH = 1024;

    private final JournalWriter journal;
    private final Session session;
    private SegmentWriter segment;
    /** The newest segment of an earlier recorder, until another one follows; null if there is none. */
    private Path found;
    private long receivedNs;

    /** @param found the recorded part; null if there is none */
    SessionWriter(final JournalWriter journal, final Session session, final RecoveredSession found) {
        super(found == null ? UNKNOWN : found.next(), found != null && found.isOver());
        this.journal = journal;
        this.session = session;
        this.found = found == null ? null : found.newest();
        this.receivedNs = found == null ? Long.MIN_VALUE : found.receivedNs();
    }

    @Override
    protected void write(final DirectBuffer source, final int offset, final int length, final Header header,
            final long atNs) {
        final int recordLength = SegmentWriter.recordLength(length, header.publishedNs() != Header.NO_TIMESTAMP,
                header.frames());
        if (segment == null || !segment.hasRoom(recordLength)) {
            begin(header.sequence(), recordLength);
        }
        segment.append(source, offset, length, header, Math.max(atNs, receivedNs));
    }

    @Override
    protected void writeLoss(final long first, final long last, final String cause, final long atNs) {
        beginFor(first);
        segment.appendLoss(last, bytes(cause), Math.max(atNs, receivedNs));
    }

    @Override
    protected void writeEnd(final long messages, final String cause, final long atNs) {
        beginFor(messages);
        segment.appendEnd(cause.isEmpty() ? null : bytes(cause), Math.max(atNs, receivedNs));
        journal.retire(segment);
        segment = null;
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
