package io.verbus.sample.subscriber;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.MessageHandler;
import io.verbus.codec.marketdata.ClearBooksDecoder;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OrderAddedDecoder;
import io.verbus.codec.marketdata.OrderDeletedDecoder;
import io.verbus.codec.marketdata.OrderExecutedAtPriceDecoder;
import io.verbus.codec.marketdata.OrderExecutedDecoder;
import io.verbus.codec.marketdata.OrderReducedDecoder;
import io.verbus.codec.marketdata.OrderReplacedDecoder;
import io.verbus.sample.subscriber.book.Books;
import io.verbus.sample.subscriber.book.Side;
import io.verbus.sample.subscriber.measure.LatencyMeter;
import io.verbus.sample.subscriber.measure.LoopRates;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Reads market data in place and feeds the books, on the polling thread. A message of another schema, an unknown one
 * and one that is too short for what is read of it are counted and passed over.
 */
final class MarketDataHandler implements MessageHandler {
    private static final int WHOLE_MARKET = 0;
    private static final int NO_SIDE = -1;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderAddedDecoder added = new OrderAddedDecoder();
    private final OrderExecutedDecoder executed = new OrderExecutedDecoder();
    private final OrderExecutedAtPriceDecoder executedAtPrice = new OrderExecutedAtPriceDecoder();
    private final OrderReducedDecoder reduced = new OrderReducedDecoder();
    private final OrderDeletedDecoder deleted = new OrderDeletedDecoder();
    private final OrderReplacedDecoder replaced = new OrderReplacedDecoder();
    private final InstrumentDecoder instrument = new InstrumentDecoder();
    private final ClearBooksDecoder clear = new ClearBooksDecoder();

    private final Books books;
    private final Instruments instruments;
    private final LatencyMeter latency;
    private final LoopRates rates;
    private final NanoClock clock;
    private final long[] counts = new long[MessageTypes.count()];
    private long session;
    private long messages;
    private long otherSessions;
    private long unknown;
    private long malformed;

    MarketDataHandler(final Books books, final Instruments instruments, final LatencyMeter latency,
            final LoopRates rates, final NanoClock clock) {
        this.books = books;
        this.instruments = instruments;
        this.latency = latency;
        this.rates = rates;
        this.clock = clock;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        if (frame.session() != session) {
            otherSessions++;
            return Action.TAKEN;
        }
        messages++;
        final long publishedNs = frame.publishedNs();
        if (publishedNs != Header.NO_TIMESTAMP) {
            latency.record(publishedNs, clock.nanoTime());
        }
        if (length < MessageHeaderDecoder.ENCODED_LENGTH) {
            malformed++;
            return Action.TAKEN;
        }
        header.wrap(buffer, offset);
        final int templateId = header.templateId();
        final int blockLength = header.blockLength();
        if (header.schemaId() != MessageHeaderDecoder.SCHEMA_ID || !MessageTypes.isKnown(templateId)) {
            unknown++;
        } else if (blockLength > length - MessageHeaderDecoder.ENCODED_LENGTH || blockLength < needed(templateId)) {
            malformed++;
        } else {
            counts[templateId]++;
            onBody(templateId, buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, blockLength);
        }
        return Action.TAKEN;
    }

    /** There is nothing to read for now. */
    void onPause() {
        rates.onPause(messages, clock.nanoTime());
    }

    Books books() {
        return books;
    }

    Instruments instruments() {
        return instruments;
    }

    LatencyMeter latency() {
        return latency;
    }

    LoopRates rates() {
        return rates;
    }

    /** Says which session the books are of; messages of others are counted and passed over. */
    void follow(final long sessionId) {
        session = sessionId;
    }

    /** Messages of sessions that are not followed. */
    long otherSessions() {
        return otherSessions;
    }

    /** Messages of all types, the unknown and malformed ones too. */
    long messages() {
        return messages;
    }

    /** Messages of one type. */
    long count(final int templateId) {
        return counts[templateId];
    }

    /** Messages of another schema, or newer than this build. */
    long unknown() {
        return unknown;
    }

    /** Messages that end before what they should say. */
    long malformed() {
        return malformed;
    }

    /** Bytes that a body has to have for what is read of it: all fields of the oldest version. */
    private static int needed(final int templateId) {
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
            case InstrumentDecoder.TEMPLATE_ID -> {
                instrument.wrap(buffer, offset, blockLength, version);
                instruments.put(instrument.instrumentId(), buffer, offset + InstrumentDecoder.symbolEncodingOffset());
            }
            case ClearBooksDecoder.TEMPLATE_ID -> onClear(clear.wrap(buffer, offset, blockLength, version));
            default -> {
                // Counted, and of no consequence to a book: trades without a displayed order, states, auctions.
            }
        }
    }

    private void onAdded(final OrderAddedDecoder order) {
        final int side = switch (order.sideRaw()) {
            case 'B' -> Side.BUY;
            case 'S' -> Side.SELL;
            default -> NO_SIDE;
        };
        books.add(order.instrumentId(), order.orderId(), side, order.price().mantissa(), order.quantity());
    }

    private void onReplaced(final OrderReplacedDecoder order) {
        books.replace(order.orderId(), order.newOrderId(), order.price().mantissa(), order.quantity());
    }

    private void onClear(final ClearBooksDecoder message) {
        if (message.instrumentId() == WHOLE_MARKET) {
            books.clear();
            rates.onLoop(messages, clock.nanoTime());
        } else {
            books.clear(message.instrumentId());
        }
    }
}
