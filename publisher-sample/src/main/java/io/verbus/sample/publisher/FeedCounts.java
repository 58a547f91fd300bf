package io.verbus.sample.publisher;

import io.verbus.sample.publisher.itch.ItchType;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a feed has published and passed over. For one thread. */
final class FeedCounts {
    private static final int MOST_TYPES_SHOWN = 8;

    private final long[] byCode = new long[256];
    private final long[] unknownByCode = new long[256];
    private long itchMessages;
    private long wrongLength;
    private String firstWrongLength;
    private long firstEmptyAt = -1;
    private int passes;

    void published(final byte code) {
        byCode[code & 0xFF]++;
        itchMessages++;
    }

    /** A message that has not the form of the specification. */
    void passedOver(final byte code, final int length, final long fileOffset) {
        final int expected = ItchType.length(code);
        if (expected == ItchType.UNKNOWN) {
            unknownByCode[code & 0xFF]++;
            return;
        }
        wrongLength++;
        if (firstWrongLength == null) {
            firstWrongLength = String.format(Locale.ROOT,
                    "the message of type %c at byte %,d is %d bytes long, not %d as in the specification: passed over",
                    (char) code, fileOffset, length, expected);
        }
    }

    /** An empty message, before a byte of the file. */
    void empty(final long fileOffset) {
        firstEmptyAt = firstEmptyAt < 0 ? fileOffset : firstEmptyAt;
    }

    void passDone() {
        passes++;
    }

    /** {@return ITCH messages published, in all passes} */
    long itchMessages() {
        return itchMessages;
    }

    /** {@return ITCH messages of one type that were published} */
    long of(final ItchType type) {
        return byCode[type.code()];
    }

    /** {@return messages of types that the specification does not have} */
    long unknown() {
        return Arrays.stream(unknownByCode).sum();
    }

    /** {@return the types of {@link #unknown()}, the first few, for a person} */
    String unknownTypes() {
        return IntStream.range(0, unknownByCode.length).filter(code -> unknownByCode[code] > 0)
                .limit(MOST_TYPES_SHOWN).mapToObj(code -> ItchType.shown((byte) code)).collect(Collectors.joining(" "));
    }

    /** {@return messages of known types but another length than the specification's} */
    long wrongLength() {
        return wrongLength;
    }

    /** {@return a sentence about the first of {@link #wrongLength()}, or null} */
    String firstWrongLength() {
        return firstWrongLength;
    }

    /** {@return the byte of the file that follows the first empty message, -1 if there was none} */
    long firstEmptyAt() {
        return firstEmptyAt;
    }

    /** {@return how often the source was played to its end} */
    int passes() {
        return passes;
    }
}
