package io.verbus.journal;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.Action;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Hears what a journal holds of a session, and asks that it makes sense. */
final class Listener implements JournalHandler {
    private static final int LIMIT = 7;
    private static final long UNKNOWN = -1;
    private static final int MOST = 100_000;

    private final long session;
    private final boolean isForged;
    private final UnsafeBuffer delivered = new UnsafeBuffer();
    private long next = UNKNOWN;
    private long receivedNs = Long.MIN_VALUE;
    private boolean isOver;

    Listener(final long session, final boolean isForged) {
        this.session = session;
        this.isForged = isForged;
    }

    /** To the end of what is there, or to the first damage, which is thrown. */
    void readAll(final SessionReader reader) {
        int records = 0;
        int count;
        do {
            count = reader.poll(this, LIMIT);
            check(count <= LIMIT, count + " records of " + LIMIT);
            records += count;
            check(records < MOST, "it never ends");
        } while (count > 0);
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final RecordHeader header) {
        buffer.boundsCheck(offset, length);
        same(session, header.session(), "session");
        check(header.frames() > 0, "a message of no frames");
        goOn(header.sequence(), header.sequence() + header.frames(), header.receivedNs());
        if (!isForged) {
            delivered.wrap(buffer, offset, length);
            if (!delivered.equals(SoundJournal.payload(header.sequence()))) {
                throw new AssertionError("message " + header.sequence() + " is not what was recorded");
            }
        }
        return Action.TAKEN;
    }

    @Override
    public void onLoss(final long first, final long last, final long atNs, final String cause) {
        check(last >= first && last < Long.MAX_VALUE, "a loss that is none");
        goOn(first, last + 1, atNs);
    }

    @Override
    public void onEnd(final long messages, final long atNs, final String cause) {
        goOn(messages, messages, atNs);
        isOver = true;
    }

    private void goOn(final long sequence, final long behind, final long atNs) {
        if (isOver || sequence < 0 || behind < sequence || next != UNKNOWN && sequence != next || atNs < receivedNs) {
            throw new AssertionError("from " + sequence + " to " + behind + ", received at " + atNs + ", where " + next
                    + " comes next, after " + receivedNs + (isOver ? ", and it was over" : ""));
        }
        next = behind;
        receivedNs = atNs;
    }
}
