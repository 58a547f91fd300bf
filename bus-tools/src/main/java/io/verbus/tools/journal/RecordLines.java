package io.verbus.tools.journal;

import io.verbus.Action;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.ReplayRange;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import org.agrona.DirectBuffer;

/** Prints records, one line each, in a stable format. */
final class RecordLines implements JournalHandler {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSSX")
            .withZone(ZoneOffset.UTC);
    private static final char FIRST_PRINTABLE = ' ';
    private static final char LAST_PRINTABLE = '~';

    private final PrintWriter out;
    private final ReplayRange range;
    private final boolean text;
    private boolean done;
    private String damage;

    RecordLines(final PrintWriter out, final ReplayRange range, final boolean text) {
        this.out = out;
        this.range = range;
        this.text = text;
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
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        print(header.sequence(), header.receivedNs(), length + " "
                + (text ? escaped(bytes) : HexFormat.of().formatHex(bytes)));
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
        out.println(sequence + " " + TIME.format(Instant.EPOCH.plusNanos(receivedNs)) + " " + rest);
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
