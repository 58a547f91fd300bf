package io.verbus.journal;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.Action;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Checks that the content of a journal session is consistent. */
final class JournalReports implements JournalHandler {
    private static final int LIMIT = 7;
    private static final long UNKNOWN = -1;
    private static final int MOST = 100_000;

    private final long session;
    private final boolean isForged;
    private final UnsafeBuffer delivered = new UnsafeBuffer();
    private long next = UNKNOWN;
    private long receivedNs = Long.MIN_VALUE;
    private boolean isOver;

    JournalReports(final long session, final boolean isForged) {
        this.session = session;
        this.isForged = isForged;
    }

    /** Reads to the end, or to the first damage, which is thrown. */
    void readAll(final SessionReader reader) {
        int records = 0;
        int count;
        do {
            count = reader.poll(this, LIMIT);
            check(count <= LIMIT, count + " records of " + LIMIT);
            records += count;
            check(records < MOST, "endless");
        } while (count > 0);
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final RecordHeader header) {
        buffer.boundsCheck(offset, length);
        same(session, header.session(), "session");
        check(header.frames() > 0, "message without frames");
        advance(header.sequence(), header.sequence() + header.frames(), header.receivedNs());
        if (!isForged) {
            delivered.wrap(buffer, offset, length);
            if (!delivered.equals(SoundJournal.payload(header.sequence()))) {
                throw new AssertionError("message " + header.sequence() + " differs from the recorded one");
            }
        }
        return Action.TAKEN;
    }

    @Override
    public void onLoss(final long first, final long last, final long atNs, final String cause) {
        check(last >= first && last < Long.MAX_VALUE, "empty loss");
        advance(first, last + 1, atNs);
    }

    @Override
    public void onEnd(final long messages, final long atNs, final String cause) {
        advance(messages, messages, atNs);
        isOver = true;
    }

    private void advance(final long sequence, final long end, final long atNs) {
        if (isOver || sequence < 0 || end < sequence || next != UNKNOWN && sequence != next || atNs < receivedNs) {
            throw new AssertionError("from " + sequence + " to " + end + ", received at " + atNs + ", expected " + next
                    + " after " + receivedNs + (isOver ? ", already over" : ""));
        }
        next = end;
        receivedNs = atNs;
    }
}
