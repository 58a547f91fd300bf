package io.verbus.marketdata.feed;

import io.verbus.marketdata.book.MessagePrefix;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Counts of published and skipped messages. For one thread. */
public final class FeedCounts {
    private static final int MOST_TYPES_SHOWN = 8;

    private final long[] byCode = new long[256];
    private final long[] unknownByCode = new long[256];
    private long messages;
    private long wrongLength;
    private String firstWrongLength;
    private long firstEmptyAt = -1;
    private int passes;
    private long losses;
    private long recoveries;
    private boolean isSuspect;
    private long suspectAfter = MessagePrefix.NO_SEQUENCE;

    FeedCounts() {
    }

    void published(final byte code) {
        byCode[code & 0xFF]++;
        messages++;
    }

    /** Counts a message that does not conform to the specification. */
    void skipped(final byte code, final int length, final int expected, final long fileOffset) {
        if (expected == Normaliser.UNKNOWN) {
            unknownByCode[code & 0xFF]++;
            return;
        }
        wrongLength++;
        if (firstWrongLength == null) {
            firstWrongLength = String.format(Locale.ROOT,
                    "the message of type %c at byte %,d is %d bytes long, not %d as in the specification: skipped",
                    (char) code, fileOffset, length, expected);
        }
    }

    /** Records the offset of an empty message in the file. */
    void empty(final long fileOffset) {
        firstEmptyAt = firstEmptyAt < 0 ? fileOffset : firstEmptyAt;
    }

    /** Records a loss after the message with this sequence, or before the first message. */
    void lost(final long sequence) {
        losses++;
        if (!isSuspect) {
            isSuspect = true;
            suspectAfter = sequence;
        }
    }

    void recovered() {
        recoveries++;
        sound();
    }

    void sound() {
        isSuspect = false;
    }

    void passDone() {
        passes++;
    }

    /** {@return published messages of the source in all passes} */
    public long messages() {
        return messages;
    }

    /**
     * Published messages of one type.
     *
     * @param code first byte of the messages, 0 to 255
     * @return their number in all passes
     */
    public long of(final int code) {
        return byCode[code];
    }

    /** {@return messages of types that are not in the specification} */
    public long unknown() {
        return Arrays.stream(unknownByCode).sum();
    }

    /** {@return the first few types of {@link #unknown()}, as text} */
    public String unknownTypes() {
        return IntStream.range(0, unknownByCode.length).filter(code -> unknownByCode[code] > 0)
                .limit(MOST_TYPES_SHOWN).mapToObj(code -> shown((byte) code)).collect(Collectors.joining(" "));
    }

    /**
     * Returns a printable form of a type byte, valid or not.
     *
     * @param code first byte of a message
     * @return text such as {@code 'A'} or {@code 0x00}
     */
    public static String shown(final byte code) {
        return code > ' ' && code < 0x7F ? "'" + (char) code + "'" : String.format("0x%02x", code);
    }

    /** {@return messages of known types with a wrong length} */
    public long wrongLength() {
        return wrongLength;
    }

    /** {@return a description of the first of {@link #wrongLength()}, or null} */
    public String firstWrongLength() {
        return firstWrongLength;
    }

    /** {@return file offset after the first empty message, -1 if there was none} */
    public long firstEmptyAt() {
        return firstEmptyAt;
    }

    /** {@return number of complete passes} */
    public int passes() {
        return passes;
    }

    /** {@return number of losses that made the books suspect} */
    public long losses() {
        return losses;
    }

    /** {@return number of snapshots of the venue that made them sound again} */
    public long recoveries() {
        return recoveries;
    }

    /** {@return whether the books are suspect} */
    public boolean isSuspect() {
        return isSuspect;
    }

    /**
     * {@return sequence of the last message before the books became suspect, if they are; {@link
     * MessagePrefix#NO_SEQUENCE} if no message was published before}
     */
    public long suspectAfter() {
        return suspectAfter;
    }
}
