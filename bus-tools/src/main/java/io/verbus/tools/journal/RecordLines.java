package io.verbus.tools.journal;

import io.verbus.Action;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.ReplayRange;
import io.verbus.tools.Texts;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.agrona.DirectBuffer;

/** Prints records, one line each, in a stable format. */
final class RecordLines implements JournalHandler {
    private static final char FIRST_PRINTABLE = ' ';
    private static final char LAST_PRINTABLE = '~';

    private final PrintWriter out;
    private final ReplayRange range;
    private final PayloadText payload;
    private boolean done;
    private String damage;

    /** Writes the bytes of a message as text. */
    @FunctionalInterface
    interface PayloadText {
        /** Appends the text of a message. */
        void append(DirectBuffer buffer, int offset, int length, StringBuilder to);
    }

    RecordLines(final PrintWriter out, final ReplayRange range, final PayloadText payload) {
        this.out = out;
        this.range = range;
        this.payload = payload;
    }

    /** Whether a record after the end of the range was seen. */
    boolean isDone() {
        return done;
    }

    /** The first damage in the range, as an error message; null if there is none. */
    String damage() {
        return damage;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final RecordHeader header) {
        if (isAfterEnd(header.sequence(), header.receivedNs())) {
            return Action.NOT_TAKEN;
        }
        final StringBuilder rest = new StringBuilder().append(length).append(' ');
        payload.append(buffer, offset, length, rest);
        print(header.sequence(), header.receivedNs(), rest.toString());
        return Action.TAKEN;
    }

    @Override
    public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
        if (!isAfterEnd(first, receivedNs)) {
            print(first, receivedNs, "loss " + last + " " + escaped(cause.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Override
    public void onDamage(final long first, final long last, final long receivedNs, final String cause) {
        if (!range.isAfterEnd(first, receivedNs)) {
            damage = damage == null ? cause : damage;
            print(first, receivedNs, "damage " + last + " " + escaped(cause.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Override
    public void onEnd(final long messages, final long receivedNs, final String cause) {
        if (!isAfterEnd(messages, receivedNs)) {
            print(messages, receivedNs, ("end " + escaped(cause.getBytes(StandardCharsets.UTF_8))).strip());
        }
    }

    private boolean isAfterEnd(final long sequence, final long receivedNs) {
        done |= range.isAfterEnd(sequence, receivedNs);
        return done;
    }

    private void print(final long sequence, final long receivedNs, final String rest) {
        out.println(sequence + " " + Texts.timeNs(receivedNs) + " " + rest);
    }

    /** Payloads in hex. */
    static PayloadText hex() {
        return (buffer, offset, length, to) -> to.append(HexFormat.of().formatHex(bytes(buffer, offset, length)));
    }

    /** Payloads as ASCII, other bytes escaped. */
    static PayloadText ascii() {
        return (buffer, offset, length, to) -> to.append(escaped(bytes(buffer, offset, length)));
    }

    private static byte[] bytes(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }

    /** Escapes all bytes that are not printable ASCII: recorded bytes could contain terminal escape sequences. */
    private static String escaped(final byte[] bytes) {
        final StringBuilder escaped = new StringBuilder(bytes.length);
        for (final byte b : bytes) {
            if (b >= FIRST_PRINTABLE && b <= LAST_PRINTABLE && b != '\\') {
                escaped.append((char) b);
            } else {
                escaped.append(String.format("\\x%02x", b));
            }
        }
        return escaped.toString();
    }
}
