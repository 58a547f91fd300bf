package io.verbus.marketdata.snapshot;

import io.verbus.codec.marketdata.AuctionDecoder;
import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MarketEventDecoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import io.verbus.codec.marketdata.TradeDecoder;
import io.verbus.codec.marketdata.TradingStatusDecoder;
import io.verbus.codec.nasdaq.MessageHeaderDecoder;
import io.verbus.codec.nasdaq.StockDirectoryDecoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.MarketStates;
import io.verbus.marketdata.book.MessagePrefix;
import io.verbus.marketdata.book.MessageTypes;
import io.verbus.marketdata.book.PriceBooks;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * The messages that state how the market and its instruments are at present, unchanged: the newest one of each type and
 * instrument, as long as it holds. A reader that applies them has the same states as one that has read everything. For
 * one thread; allocates only for a new instrument, and for a message of another length.
 */
final class StateMessages {
    private static final int STOCK_DIRECTORY = MessageTypes.of(MessageHeaderDecoder.SCHEMA_ID,
            StockDirectoryDecoder.TEMPLATE_ID);
    private static final int INITIAL_COUNT = 1 << 10;

    /** Per type and instrument: its message, or null. */
    private final byte[][][] messages = new byte[MessageTypes.count()][0][];
    private final int[] counts = new int[MessageTypes.count()];

    /**
     * Stores a message if it states something, and drops those that it ends.
     *
     * @param type of the message, negative if it was not applied
     * @param states after the message
     */
    void apply(final int type, final DirectBuffer buffer, final int offset, final int length,
            final MarketStates states) {
        if (type < 0 || length < MessagePrefix.LENGTH) {
            return;
        }
        final long instrument = BookUpdater.instrumentId(buffer, offset);
        switch (type) {
            case SessionBeginDecoder.TEMPLATE_ID, MarketEventDecoder.TEMPLATE_ID ->
                put(type, BookUpdater.WHOLE_MARKET, buffer, offset, length);
            case InstrumentDecoder.TEMPLATE_ID, AuctionDecoder.TEMPLATE_ID ->
                put(type, instrument, buffer, offset, length);
            case TradingStatusDecoder.TEMPLATE_ID -> {
                if (instrument == BookUpdater.WHOLE_MARKET) {
                    removeAll(type);
                }
                put(type, instrument, buffer, offset, length);
            }
            case TradeDecoder.TEMPLATE_ID -> {
                if (states.auction((int) instrument) == AuctionKind.NULL_VAL) {
                    remove(AuctionDecoder.TEMPLATE_ID, instrument);
                }
            }
            case InstrumentStateDecoder.TEMPLATE_ID -> {
                if (BookUpdater.isClear(buffer, offset)) {
                    removeAll(MarketEventDecoder.TEMPLATE_ID);
                    removeAll(TradingStatusDecoder.TEMPLATE_ID);
                    removeAll(AuctionDecoder.TEMPLATE_ID);
                }
            }
            default -> {
                if (type == STOCK_DIRECTORY) {
                    put(type, instrument, buffer, offset, length);
                }
            }
        }
    }

    /** Skips instruments without a possible book. */
    private void put(final int type, final long instrument, final DirectBuffer buffer, final int offset,
            final int length) {
        if (instrument >= PriceBooks.MAX_INSTRUMENTS) {
            return;
        }
        final int id = (int) instrument;
        if (id >= messages[type].length) {
            messages[type] = Arrays.copyOf(messages[type], Math.max(INITIAL_COUNT, Integer.highestOneBit(id) << 1));
        }
        final byte[] before = messages[type][id];
        counts[type] += before == null ? 1 : 0;
        if (before == null || before.length != length) {
            messages[type][id] = new byte[length];
        }
        buffer.getBytes(offset, messages[type][id]);
    }

    private void remove(final int type, final long instrument) {
        if (instrument < messages[type].length && messages[type][(int) instrument] != null) {
            messages[type][(int) instrument] = null;
            counts[type]--;
        }
    }

    private void removeAll(final int type) {
        if (counts[type] > 0) {
            Arrays.fill(messages[type], null);
            counts[type] = 0;
        }
    }

    /** Number of messages. */
    int count() {
        return Arrays.stream(counts).sum();
    }

    /** Number of definitions of instruments. */
    int instruments() {
        return counts[InstrumentDecoder.TEMPLATE_ID];
    }

    /** Copies all messages, each after its length as an int; those of a type one after the other. */
    void copy(final ExpandableArrayBuffer to) {
        int at = 0;
        for (final byte[][] ofType : messages) {
            for (final byte[] message : ofType) {
                if (message != null) {
                    to.putInt(at, message.length);
                    to.putBytes(at + Integer.BYTES, message);
                    at += Integer.BYTES + message.length;
                }
            }
        }
    }
}
