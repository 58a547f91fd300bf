package io.verbus.tools.export.chronicle;

import io.verbus.Header;
import io.verbus.journal.SessionRecording;
import io.verbus.tools.Texts;
import org.agrona.DirectBuffer;

/** Writes a session into a queue. */
final class BridgeSession extends SessionRecording {
    private final BridgeQueue queue;
    private final long id;
    private final String name;
    private byte[] bytes = new byte[0];

    BridgeSession(final BridgeQueue queue, final long id, final long next, final boolean over) {
        super(next, over);
        this.queue = queue;
        this.id = id;
        this.name = Texts.hex(id);
    }

    @Override
    protected void write(final DirectBuffer source, final int offset, final int length, final Header header,
            final long atNs) {
        if (bytes.length != length) {
            bytes = new byte[length];
        }
        source.getBytes(offset, bytes);
        final long following = header.sequence() + header.frames();
        queue.write("message", id, following, length, wire -> {
            wire.write("session").text(name);
            wire.write("sequence").int64(header.sequence());
            wire.write("next").int64(following);
            wire.write("received").int64(atNs);
            if (header.publishedNs() != Header.NO_TIMESTAMP) {
                wire.write("published").int64(header.publishedNs());
            }
            wire.write("bytes").bytes(bytes);
        });
    }

    @Override
    protected void writeLoss(final long first, final long last, final String cause, final long atNs) {
        queue.write("missed", id, last + 1, 2 * cause.length(), wire -> {
            wire.write("session").text(name);
            wire.write("first").int64(first);
            wire.write("next").int64(last + 1);
            wire.write("known").int64(atNs);
            wire.write("cause").text(cause);
        });
    }

    @Override
    protected void writeEnd(final long messages, final String cause, final long atNs) {
        queue.write("ended", id, BridgeState.OVER, 2 * cause.length(), wire -> {
            wire.write("session").text(name);
            wire.write("next").int64(messages);
            wire.write("known").int64(atNs);
            if (!cause.isEmpty()) {
                wire.write("cause").text(cause);
            }
        });
    }
}
