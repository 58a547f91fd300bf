package io.verbus.tools.export.chronicle;

import io.verbus.Header;
import io.verbus.journal.SessionRecording;
import io.verbus.tools.Texts;
import org.agrona.DirectBuffer;

/** Writes a session into a queue. */
final class BridgeSession implements SessionRecording {
    /** No document determines the next sequence yet. */
    static final long UNKNOWN = -1;
    private static final long OVER = -1;
    private static final String NOT_IN_THE_LOG = "they were not in the log any more";

    private final BridgeQueue queue;
    private final long id;
    private final String name;
    private byte[] bytes = new byte[0];
    private long next;
    private boolean over;

    BridgeSession(final BridgeQueue queue, final long id, final long next) {
        this.queue = queue;
        this.id = id;
        this.name = Texts.hex(id);
        this.next = next;
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
        if (over || sequence < next) {
            return;
        }
        if (sequence > next && next != UNKNOWN) {
            lose(next, sequence - 1, NOT_IN_THE_LOG, atNs);
        }
        if (bytes.length != length) {
            bytes = new byte[length];
        }
        source.getBytes(offset, bytes);
        final long following = sequence + header.frames();
        queue.write("message", id, following, length, wire -> {
            wire.write("session").text(name);
            wire.write("sequence").int64(sequence);
            wire.write("next").int64(following);
            wire.write("received").int64(atNs);
            if (header.publishedNs() != Header.NO_TIMESTAMP) {
                wire.write("published").int64(header.publishedNs());
            }
            wire.write("bytes").bytes(bytes);
        });
        next = following;
    }

    @Override
    public void lose(final long first, final long last, final String cause, final long atNs) {
        final long from = next == UNKNOWN ? first : next;
        if (last >= from && !over) {
            queue.write("missed", id, last + 1, 2 * cause.length(), wire -> {
                wire.write("session").text(name);
                wire.write("first").int64(from);
                wire.write("next").int64(last + 1);
                wire.write("known").int64(atNs);
                wire.write("cause").text(cause);
            });
            next = last + 1;
        }
    }

    @Override
    public void end(final long messages, final long atNs) {
        finish(messages, "", atNs);
    }

    @Override
    public void breakOff(final long knownNext, final String cause, final long atNs) {
        finish(knownNext, cause, atNs);
    }

    private void finish(final long messages, final String cause, final long atNs) {
        if (over) {
            return;
        }
        if (next != UNKNOWN && messages > next) {
            lose(next, messages - 1, NOT_IN_THE_LOG, atNs);
        }
        next = next == UNKNOWN ? messages : next;
        queue.write("ended", id, OVER, 2 * cause.length(), wire -> {
            wire.write("session").text(name);
            wire.write("next").int64(next);
            wire.write("known").int64(atNs);
            if (!cause.isEmpty()) {
                wire.write("cause").text(cause);
            }
        });
        over = true;
    }
}
