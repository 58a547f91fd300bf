package io.verbus.marketdata.book;

import io.verbus.codec.marketdata.ClearBooksDecoder;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OrderAddedDecoder;
import io.verbus.codec.marketdata.OrderDeletedDecoder;
import io.verbus.codec.marketdata.OrderExecutedAtPriceDecoder;
import io.verbus.codec.marketdata.OrderExecutedDecoder;
import io.verbus.codec.marketdata.OrderReducedDecoder;
import io.verbus.codec.marketdata.OrderReplacedDecoder;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * Applies messages of schema {@code market-data.xml} to the books, and symbols to the instruments. Messages of another
 * schema, unknown messages and messages that are too short change nothing. For one thread; allocates nothing once the
 * books and the instruments have reached their size.
 *
 * <pre>{@code
 * BookUpdater updater = new BookUpdater(new Books(4_096));
 * PollHandler handler = (buffer, offset, length, frame) -> {
 *     updater.apply(buffer, offset, length);
 *     return Action.TAKEN;
 * };
 * }</pre>
 */
public final class BookUpdater {
    /** Returned instead of a template id: a message of another schema, or newer than this build. */
    public static final int UNKNOWN = -1;
    /** Returned instead of a template id: a truncated message. */
    public static final int MALFORMED = -2;
    /** The instrument id of a message about all of them. */
    public static final int WHOLE_MARKET = 0;

    private static final int NO_SIDE = -1;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderAddedDecoder added = new OrderAddedDecoder();
    private final OrderExecutedDecoder executed = new OrderExecutedDecoder();
    private final OrderExecutedAtPriceDecoder executedAtPrice = new OrderExecutedAtPriceDecoder();
    private final OrderReducedDecoder reduced = new OrderReducedDecoder();
    private final OrderDeletedDecoder deleted = new OrderDeletedDecoder();
    private final OrderReplacedDecoder replaced = new OrderReplacedDecoder();
    private final ClearBooksDecoder clear = new ClearBooksDecoder();
    private final InstrumentDecoder instrument = new InstrumentDecoder();

    private final Books books;
    private final Instruments instruments;

    /**
     * Updates some books, and instruments of its own.
     *
     * @param books modified only by this updater
     */
    public BookUpdater(final Books books) {
        this(books, new Instruments());
    }

    /**
     * Updates some books and instruments.
     *
     * @param books modified only by this updater
     * @param instruments receives the symbols of the session
     */
    public BookUpdater(final Books books, final Instruments instruments) {
        this.books = books;
        this.instruments = instruments;
    }

    /**
     * Applies one message.
     *
     * @param buffer of the message
     * @param offset of its header
     * @param length of header and body in bytes, 0 or more
     * @return its template id, also if the message does not affect books; or {@link #UNKNOWN} or {@link #MALFORMED},
     * which are negative
     */
    public int apply(final DirectBuffer buffer, final int offset, final int length) {
        if (length < MessageHeaderDecoder.ENCODED_LENGTH) {
            return MALFORMED;
        }
        header.wrap(buffer, offset);
        final int templateId = header.templateId();
        final int blockLength = header.blockLength();
        if (header.schemaId() != MessageHeaderDecoder.SCHEMA_ID || !MessageTypes.isKnown(templateId)) {
            return UNKNOWN;
        }
        if (blockLength > length - MessageHeaderDecoder.ENCODED_LENGTH || blockLength < minBlockLength(templateId)) {
            return MALFORMED;
        }
        onBody(templateId, buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, blockLength);
        return templateId;
    }

    /** {@return the books} */
    public Books books() {
        return books;
    }

    /** {@return the symbols of the instruments} */
    public Instruments instruments() {
        return instruments;
    }

    /**
     * The instrument of a message with a body; it is at the same offset in all of them.
     *
     * @param buffer of the message
     * @param offset of its header
     * @return its id; {@link #WHOLE_MARKET} for all of them
     */
    public static long instrumentId(final DirectBuffer buffer, final int offset) {
        return Integer.toUnsignedLong(buffer.getInt(offset + MessageHeaderDecoder.ENCODED_LENGTH
                + ClearBooksDecoder.instrumentIdEncodingOffset(), ByteOrder.LITTLE_ENDIAN));
    }

    /** Minimum length of a body: all fields that are read, as of the oldest version. */
    private static int minBlockLength(final int templateId) {
        return switch (templateId) {
            case OrderAddedDecoder.TEMPLATE_ID -> end(OrderAddedDecoder.quantityEncodingOffset());
            case OrderExecutedDecoder.TEMPLATE_ID -> end(OrderExecutedDecoder.quantityEncodingOffset());
            case OrderExecutedAtPriceDecoder.TEMPLATE_ID -> end(OrderExecutedAtPriceDecoder.quantityEncodingOffset());
            case OrderReducedDecoder.TEMPLATE_ID -> end(OrderReducedDecoder.quantityEncodingOffset());
            case OrderDeletedDecoder.TEMPLATE_ID -> OrderDeletedDecoder.orderIdEncodingOffset() + Long.BYTES;
            case OrderReplacedDecoder.TEMPLATE_ID -> end(OrderReplacedDecoder.quantityEncodingOffset());
            case InstrumentDecoder.TEMPLATE_ID ->
                InstrumentDecoder.symbolEncodingOffset() + InstrumentDecoder.symbolEncodingLength();
            case ClearBooksDecoder.TEMPLATE_ID -> end(ClearBooksDecoder.instrumentIdEncodingOffset());
            default -> 0;
        };
    }

    private static int end(final int offsetOfInt) {
        return offsetOfInt + Integer.BYTES;
    }

    private void onBody(final int templateId, final DirectBuffer buffer, final int offset, final int blockLength) {
        final int version = header.version();
        switch (templateId) {
            case OrderAddedDecoder.TEMPLATE_ID -> onAdded(added.wrap(buffer, offset, blockLength, version));
            case OrderDeletedDecoder.TEMPLATE_ID ->
                books.delete(deleted.wrap(buffer, offset, blockLength, version).orderId());
            case OrderReplacedDecoder.TEMPLATE_ID -> onReplaced(replaced.wrap(buffer, offset, blockLength, version));
            case OrderExecutedDecoder.TEMPLATE_ID -> {
                executed.wrap(buffer, offset, blockLength, version);
                books.execute(executed.orderId(), executed.quantity());
            }
            case OrderExecutedAtPriceDecoder.TEMPLATE_ID -> {
                executedAtPrice.wrap(buffer, offset, blockLength, version);
                books.execute(executedAtPrice.orderId(), executedAtPrice.quantity());
            }
            case OrderReducedDecoder.TEMPLATE_ID -> {
                reduced.wrap(buffer, offset, blockLength, version);
                books.reduce(reduced.orderId(), reduced.quantity());
            }
            case InstrumentDecoder.TEMPLATE_ID ->
                onInstrument(instrument.wrap(buffer, offset, blockLength, version), buffer, offset);
            case ClearBooksDecoder.TEMPLATE_ID -> onClear(clear.wrap(buffer, offset, blockLength, version));
            default -> {
                // No effect on books: trades without a displayed order, states, auctions.
            }
        }
    }

    private void onInstrument(final InstrumentDecoder message, final DirectBuffer buffer, final int offset) {
        instruments.put(message.instrumentId(), buffer, offset + InstrumentDecoder.symbolEncodingOffset());
    }

    private void onAdded(final OrderAddedDecoder order) {
        books.add(order.instrumentId(), order.orderId(), side(order.sideRaw()), order.price().mantissa(),
                order.quantity());
    }

    private void onReplaced(final OrderReplacedDecoder order) {
        books.replace(order.orderId(), order.newOrderId(), order.price().mantissa(), order.quantity());
    }

    private void onClear(final ClearBooksDecoder message) {
        if (message.instrumentId() == WHOLE_MARKET) {
            books.clear();
        } else {
            books.clear(message.instrumentId());
        }
    }

    /**
     * Decodes a side.
     *
     * @param code of the schema's {@code Side}
     * @return {@link BookSide#BUY}, {@link BookSide#SELL}, or a number that is neither
     */
    public static int side(final byte code) {
        return switch (code) {
            case 'B' -> BookSide.BUY;
            case 'S' -> BookSide.SELL;
            default -> NO_SIDE;
        };
    }
}
