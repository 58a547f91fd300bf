package io.verbus.marketdata.itch;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.marketdata.book.MessagePrefix;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The start of the normalised messages that are made from one ITCH message. */
final class Prefix {
    static final long TIMESTAMP_MASK = 0xFFFF_FFFF_FFFFL;

    private final long midnightNs;
    private long sequence = MessagePrefix.NO_SEQUENCE;
    private long receivedNs = MessagePrefix.NO_TIME;

    Prefix(final long midnightNs) {
        this.midnightNs = midnightNs;
    }

    /** Sets the sequence and the time of receipt of the following messages. */
    void source(final long newSequence, final long newReceivedNs) {
        sequence = newSequence;
        receivedNs = newReceivedNs;
    }

    /** Writes the start of a message without a code; returns the offset of the body. */
    int put(final DirectBuffer itch, final int itchOffset, final MutableDirectBuffer out, final int offset,
            final long header) {
        return put(itch, itchOffset, out, offset, header, 0);
    }

    /** Writes the start of the last message of an event. */
    int put(final DirectBuffer itch, final int itchOffset, final MutableDirectBuffer out, final int offset,
            final long header, final int code) {
        return put(itch, itchOffset, out, offset, header, code, MessagePrefix.END_OF_EVENT);
    }

    int put(final DirectBuffer itch, final int itchOffset, final MutableDirectBuffer out, final int offset,
            final long header, final int code, final int flags) {
        final long locate = itch.getShort(itchOffset + ItchLayout.STOCK_LOCATE, BIG_ENDIAN) & 0xFFFFL;
        return MessagePrefix.put(out, offset, header, midnightNs + sinceMidnightNs(itch, itchOffset), receivedNs,
                sequence, MessagePrefix.tail(locate, 0, flags, code));
    }

    /** The timestamp has 48 bits: one load reads it and the tracking number before it, which is not used. */
    static long sinceMidnightNs(final DirectBuffer itch, final int itchOffset) {
        return itch.getLong(itchOffset + ItchLayout.TRACKING_NUMBER, BIG_ENDIAN) & TIMESTAMP_MASK;
    }

    long midnightNs() {
        return midnightNs;
    }
}
