package io.verbus.orders;

import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.NewOrderDecoder;
import io.verbus.codec.orders.SequenceDecoder;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The header of a message and the fields that all bodies begin with. It is read before the message is known, and trusts
 * no byte: {@link #wrap} checks the length.
 *
 * <pre>
 *          +-------------------------------------------------------+
 *       0  | block length (2)                                      |
 *       2  | template (2)                                          |
 *       4  | schema (2)                                            |
 *       6  | version (2)                                           |
 *          +-------------------------------------------------------+
 *       8  | number (8)                                            |
 *      16  | instrument (4)                                        |
 *      20  | seat (2)                                              |
 *      22  | codes (2)                                             |
 *      24  | of a seat's messages: next report expected (8)        |
 *          +-------------------------------------------------------+
 * </pre>
 */
public final class MessageHead {
    /** Bytes that each message has at least. */
    public static final int MIN_LENGTH = 24;

    private static final int HEADER = MessageHeaderDecoder.ENCODED_LENGTH;
    private static final int NUMBER_OFFSET = HEADER + NewOrderDecoder.numberEncodingOffset();
    private static final int INSTRUMENT_OFFSET = HEADER + NewOrderDecoder.instrumentIdEncodingOffset();
    private static final int SEAT_OFFSET = HEADER + NewOrderDecoder.seatEncodingOffset();
    private static final int EXPECTED_OFFSET = HEADER + SequenceDecoder.expectedEncodingOffset();
    private static final int UNSIGNED_SHORT = 0xFFFF;

    private int template;
    private long number;
    private int seat;
    private long expected;

    /** Not yet of a message. */
    public MessageHead() {
    }

    /**
     * Clears instrument, seat and codes of a claimed message. Not every message sets all of them, and a claim in a ring
     * that has wrapped contains old bytes: the same message would not have the same bytes.
     *
     * @param buffer that contains the claim
     * @param offset of the header of the message
     */
    public static void clear(final MutableDirectBuffer buffer, final int offset) {
        buffer.putLong(offset + INSTRUMENT_OFFSET, 0);
    }

    /**
     * Reads the beginning of a message.
     *
     * @param buffer that contains it
     * @param offset of its header
     * @param length of it in bytes
     * @return false if it is too short for its header, or not of the schema of orders; then all fields are 0
     */
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        template = 0;
        number = 0;
        seat = 0;
        expected = 0;
        if (length < MIN_LENGTH) {
            return false;
        }
        final int blockLength = unsigned(buffer, offset + MessageHeaderDecoder.blockLengthEncodingOffset());
        final int schema = unsigned(buffer, offset + MessageHeaderDecoder.schemaIdEncodingOffset());
        if (schema != NewOrderDecoder.SCHEMA_ID || blockLength > length - HEADER || blockLength < MIN_LENGTH - HEADER) {
            return false;
        }
        final int written = unsigned(buffer, offset + MessageHeaderDecoder.templateIdEncodingOffset());
        if (blockLength < MessageLengths.blockLength(written)) {
            return false;
        }
        template = written;
        number = buffer.getLong(offset + NUMBER_OFFSET, ByteOrder.LITTLE_ENDIAN);
        seat = unsigned(buffer, offset + SEAT_OFFSET);
        if (MessageLengths.isOfSeat(written)) {
            expected = buffer.getLong(offset + EXPECTED_OFFSET, ByteOrder.LITTLE_ENDIAN);
        }
        return true;
    }

    /** {@return the template id, which may be unknown} */
    public int template() {
        return template;
    }

    /** {@return the number of the message for its seat, of the report for its seat, or of the entry} */
    public long number() {
        return number;
    }

    /** {@return the seat} */
    public int seat() {
        return seat;
    }

    /** {@return the next report that the seat expects; 0 in messages of the gateway} */
    public long expected() {
        return expected;
    }

    private static int unsigned(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset, ByteOrder.LITTLE_ENDIAN) & UNSIGNED_SHORT;
    }
}
