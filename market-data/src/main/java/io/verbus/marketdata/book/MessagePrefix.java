package io.verbus.marketdata.book;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import org.agrona.MutableDirectBuffer;

/**
 * The common start of all normalised messages, of {@code market-data.xml} and of the schemas of venues, written with
 * five stores. It begins a message of any length of 40 bytes or more.
 *
 * <pre>
 *    0                     8           16         24          32             36        38      39
 *   +---------------------+-----------+----------+-----------+--------------+---------+-------+------+----
 *   | SBE message header  | timestamp | received | sequence  | instrumentId | channel | flags | code | ...
 *   |                     | (body)    |          |           |              |         |       | or 0 |
 *   +---------------------+-----------+----------+-----------+--------------+---------+-------+------+----
 * </pre>
 */
public final class MessagePrefix {
    /** Length of header and prefix, in bytes: the shortest message. */
    public static final int LENGTH = 40;

    /** In place of a time: it is not known. */
    public static final long NO_TIME = SessionBeginDecoder.timestampNullValue();
    /** In place of a sequence: there is none. */
    public static final long NO_SEQUENCE = SessionBeginDecoder.sequenceNullValue();

    /** Flag: the last message of an event. */
    public static final int END_OF_EVENT = 1;
    /** Flag: repeats a state. */
    public static final int SNAPSHOT = 1 << 1;
    /** Flag: the source may have lost earlier messages. */
    public static final int SUSPECT = 1 << 2;
    /** Flag: derived by the venue from orders of other instruments. */
    public static final int IMPLIED = 1 << 3;

    private MessagePrefix() {
    }

    /**
     * The SBE message header of a message of {@code market-data.xml}, as an integer.
     *
     * @param blockLength length of the body in bytes
     * @param templateId of the message
     * @return its eight bytes
     */
    public static long header(final int blockLength, final int templateId) {
        return header(blockLength, templateId, MessageHeaderDecoder.SCHEMA_ID, MessageHeaderDecoder.SCHEMA_VERSION);
    }

    /**
     * The SBE message header of a message, as an integer.
     *
     * @param blockLength length of the body in bytes
     * @param templateId of the message
     * @param schemaId of its schema
     * @param version of its schema
     * @return its eight bytes
     */
    public static long header(final int blockLength, final int templateId, final int schemaId, final int version) {
        return blockLength | (long) templateId << 16 | (long) schemaId << 32 | (long) version << 48;
    }

    /**
     * Writes the header and the prefix of a message.
     *
     * @param out receives them
     * @param offset of the header
     * @param header of {@link #header}
     * @param timestampNs time of the event, UTC, or {@link #NO_TIME}
     * @param receivedNs time of receipt, UTC, or {@link #NO_TIME}
     * @param sequence of the source, or {@link #NO_SEQUENCE}
     * @param tail of {@link #tail}
     * @return the offset of the body
     */
    public static int put(final MutableDirectBuffer out, final int offset, final long header, final long timestampNs,
            final long receivedNs, final long sequence, final long tail) {
        out.putLong(offset, header, LITTLE_ENDIAN);
        out.putLong(offset + 8, timestampNs, LITTLE_ENDIAN);
        out.putLong(offset + 16, receivedNs, LITTLE_ENDIAN);
        out.putLong(offset + 24, sequence, LITTLE_ENDIAN);
        out.putLong(offset + 32, tail, LITTLE_ENDIAN);
        return offset + MessageHeaderDecoder.ENCODED_LENGTH;
    }

    /**
     * The last eight bytes of the prefix, as an integer.
     *
     * @param instrument id, 0 to 4,294,967,295
     * @param channel of the source, 0 to 65,535
     * @param flags such as {@link #END_OF_EVENT}
     * @param code of the message, one byte; 0 if it has none
     * @return the bytes
     */
    public static long tail(final long instrument, final int channel, final int flags, final int code) {
        return instrument | (long) channel << 32 | (long) flags << 48 | (long) code << 56;
    }
}
