package io.verbus.marketdata.book;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/**
 * A view of an {@code Instrument} message, whose parts of variable length are checked: messages are not trusted. For
 * one thread; {@link #symbol()} allocates.
 */
public final class InstrumentMessage {
    private static final int MIN_BLOCK_LENGTH = InstrumentDecoder.quantityExponentEncodingOffset() + Byte.BYTES;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final InstrumentDecoder fields = new InstrumentDecoder();
    private DirectBuffer buffer;
    private int symbolOffset;
    private int symbolLength;

    /** A view of no message. */
    public InstrumentMessage() {
    }

    /**
     * Sets the message.
     *
     * @param newBuffer of the message
     * @param offset of its header
     * @param length of header and body in bytes, at least that of the header
     * @return whether the message has all its parts; if not, the view is not valid
     */
    public boolean wrap(final DirectBuffer newBuffer, final int offset, final int length) {
        buffer = newBuffer;
        header.wrap(buffer, offset);
        final int end = offset + length;
        final int body = offset + MessageHeaderDecoder.ENCODED_LENGTH;
        final int legs = body + header.blockLength();
        if (header.blockLength() < MIN_BLOCK_LENGTH || end - legs < InstrumentDecoder.LegsDecoder.HEADER_SIZE) {
            return false;
        }
        fields.wrap(buffer, body, header.blockLength(), header.version());
        final long symbol = legs + InstrumentDecoder.LegsDecoder.HEADER_SIZE
                + (long) uint16(legs) * uint16(legs + Short.BYTES);
        if (end - symbol < InstrumentDecoder.symbolHeaderLength()) {
            return false;
        }
        symbolLength = uint16((int) symbol);
        symbolOffset = (int) symbol + InstrumentDecoder.symbolHeaderLength();
        return end - symbolOffset >= symbolLength;
    }

    private int uint16(final int offset) {
        return buffer.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
    }

    /** {@return the fields of fixed length} */
    public InstrumentDecoder fields() {
        return fields;
    }

    /** {@return the symbol} */
    public String symbol() {
        final byte[] bytes = new byte[symbolLength];
        buffer.getBytes(symbolOffset, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    DirectBuffer buffer() {
        return buffer;
    }

    int symbolOffset() {
        return symbolOffset;
    }

    int symbolLength() {
        return symbolLength;
    }
}
