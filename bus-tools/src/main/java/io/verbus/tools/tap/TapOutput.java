package io.verbus.tools.tap;

import static io.verbus.tools.Texts.count;
import static io.verbus.tools.Texts.number;

import io.verbus.tools.tap.TappedMessage.Time;
import java.io.PrintWriter;
import java.util.HexFormat;
import java.util.List;
import org.agrona.DirectBuffer;

/** Decodes, selects, prints and counts messages. Used by one thread. */
final class TapOutput {
    /** Text that is collected before it is written. */
    private static final int BATCH = 1 << 16;
    /** Bytes of a message that is not decoded, unless all are requested: enough to recognise it. */
    private static final int SHORT_HEX = 256;

    private final PrintWriter out;
    private final MessageDecoder decoder;
    private final Selection selection;
    private final StringBuilder text = new StringBuilder();
    private long messages;
    private long printed;
    private long notDecoded;
    private boolean isClosed;

    /**
     * The messages to print, and their form.
     *
     * @param conditions that a message has to meet
     * @param limit highest number of messages to print
     * @param format of a message
     * @param raw whether the bytes of each message are printed too
     */
    record Selection(List<FieldCondition> conditions, long limit, TapFormat format, boolean raw) {}

    TapOutput(final PrintWriter out, final MessageDecoder decoder, final Selection selection) {
        this.out = out;
        this.decoder = decoder;
        this.selection = selection;
    }

    /** Whether nothing more is to be printed: the limit is reached, or the output was closed by its reader. */
    boolean isDone() {
        return isClosed || printed >= selection.limit;
    }

    /** Whether the output was closed by its reader, or failed. */
    boolean isClosed() {
        return isClosed;
    }

    /** Takes a packet, which has the messages of one sequence; the buffer is used during the call only. */
    void take(final DirectBuffer buffer, final int offset, final int length, final long sequence, final long session,
            final Time time, final long publishedNs) {
        decoder.decode(buffer, offset, length, (content, at, size) -> {
            if (!isDone() && isSelected(content)) {
                final String hex = hex(buffer, at, size, content);
                selection.format.append(new TappedMessage(sequence, session, time, publishedNs, size, content, hex),
                        text);
                printed++;
                if (text.length() >= BATCH) {
                    flush();
                }
            }
        });
    }

    /** Counts a message, and returns whether it is printed. */
    private boolean isSelected(final MessageContent content) {
        messages++;
        return switch (content) {
            case MessageContent.Typed message -> selection.conditions.stream().allMatch(one -> one.isMetBy(message));
            case MessageContent.Opaque _ -> {
                notDecoded++;
                yield selection.conditions.isEmpty();
            }
        };
    }

    private String hex(final DirectBuffer buffer, final int offset, final int length, final MessageContent content) {
        if (!selection.raw && content instanceof MessageContent.Typed) {
            return null;
        }
        final byte[] bytes = new byte[selection.raw ? length : Math.min(length, SHORT_HEX)];
        buffer.getBytes(offset, bytes);
        return HexFormat.of().formatHex(bytes) + (bytes.length < length ? "..." : "");
    }

    /** Writes the collected text. */
    void flush() {
        if (!text.isEmpty()) {
            out.append(text);
            text.setLength(0);
            isClosed |= out.checkError(); // flushes first
        }
    }

    /** The numbers of messages, for the summary. */
    String summary() {
        return count(messages, "message") + ", " + number(printed) + " printed, " + number(notDecoded)
                + " not decoded";
    }
}
