package io.verbus.marketdata.feed;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.verbus.MessageWriter;
import io.verbus.Session;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OrderExecutedDecoder;
import io.verbus.codec.marketdata.OrderReducedEncoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import io.verbus.codec.marketdata.TradeCancelledDecoder;
import io.verbus.codec.marketdata.TradeDecoder;
import io.verbus.marketdata.book.MessagePrefix;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes normalised messages that repeat a state, with the flag SNAPSHOT. No trade is repeated: trades and their
 * cancellations are left out, and an execution becomes a reduction of its order.
 */
final class RepeatWriter implements MessageWriter {
    private static final int HEADER = MessageHeaderDecoder.ENCODED_LENGTH;
    private static final int FLAGS = HEADER + SessionBeginDecoder.flagsEncodingOffset();
    private static final long ORDER_REDUCED = MessagePrefix.header(OrderReducedEncoder.BLOCK_LENGTH,
            OrderReducedEncoder.TEMPLATE_ID);

    private final MessageWriter out;
    private final ExpandableArrayBuffer message = new ExpandableArrayBuffer();
    private int length;

    /** The writer never returns back-pressure; after a negative claim nothing is written. */
    RepeatWriter(final MessageWriter out) {
        this.out = out;
    }

    @Override
    public int claim(final int newLength) {
        length = newLength;
        message.checkLimit(length);
        return 0;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return message;
    }

    @Override
    public long commit() {
        final boolean isCommon = field(MessageHeaderDecoder.schemaIdEncodingOffset()) == MessageHeaderDecoder.SCHEMA_ID;
        final int type = isCommon ? field(MessageHeaderDecoder.templateIdEncodingOffset()) : -1;
        if (type == TradeDecoder.TEMPLATE_ID || type == TradeCancelledDecoder.TEMPLATE_ID) {
            return position();
        }
        if (type == OrderExecutedDecoder.TEMPLATE_ID) {
            reduce();
        }
        message.putByte(FLAGS, (byte) (message.getByte(FLAGS) | MessagePrefix.SNAPSHOT));
        final int offset = out.claim(length);
        if (offset < 0) {
            return offset;
        }
        out.buffer().putBytes(offset, message, 0, length);
        return out.commit();
    }

    private int field(final int offset) {
        return message.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
    }

    private void reduce() {
        final long quantity = message.getLong(HEADER + OrderExecutedDecoder.quantityEncodingOffset(), LITTLE_ENDIAN);
        final long order = message.getLong(HEADER + OrderExecutedDecoder.orderIdEncodingOffset(), LITTLE_ENDIAN);
        message.putLong(0, ORDER_REDUCED, LITTLE_ENDIAN);
        message.putLong(HEADER + OrderReducedEncoder.orderIdEncodingOffset(), order, LITTLE_ENDIAN);
        message.putLong(HEADER + OrderReducedEncoder.quantityEncodingOffset(), quantity, LITTLE_ENDIAN);
        length = HEADER + OrderReducedEncoder.BLOCK_LENGTH;
    }

    @Override
    public void abort() {
        // nothing was claimed
    }

    @Override
    public Session session() {
        return out.session();
    }

    @Override
    public long position() {
        return out.position();
    }
}
