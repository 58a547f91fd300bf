package io.verbus.recovery;

import io.verbus.Action;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.support.Payloads;
import org.agrona.DirectBuffer;

/**
 * Compares the messages of a late joiner, in order, with the full stream: each intact, and the next one each time. It
 * is fast, because it has to catch up with the stream.
 */
final class Latecomer implements PollHandler, SessionListener {
    private final Payloads payloads;
    private long first = -1;
    private long next = -1;
    private long fromJournal;
    private String fault;

    Latecomer(final Payloads payloads) {
        this.payloads = payloads;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final long sequence = header.sequence();
        if (sequence != next && next >= 0) {
            blame("message " + sequence + " where " + next + " comes next");
        }
        first = first < 0 ? sequence : first;
        next = sequence + 1;
        fromJournal += header.position() == Header.NO_POSITION ? 1 : 0;
        final String torn = payloads.fault(buffer, offset, length, sequence);
        if (torn != null) {
            blame(torn);
        }
        return Action.TAKEN;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case Gap gap -> blame("missing: " + gap);
            case LostSession lost -> {
                if (lost.forGood()) { // otherwise it is only late
                    blame("lost: " + lost);
                }
            }
            case SessionEvent.Restarted _ -> blame("restarted");
            default -> {
            }
        }
    }

    /** Only the first fault is informative. */
    private void blame(final String what) {
        fault = fault == null ? what : fault;
    }

    /** Sequence of the first message; -1 before it. */
    long first() {
        return first;
    }

    /** The next expected sequence; -1 before the first message. */
    long next() {
        return next;
    }

    /** Number of messages from a recorder. */
    long fromJournal() {
        return fromJournal;
    }

    /** The first fault; null if there is none. */
    String fault() {
        return fault;
    }
}
