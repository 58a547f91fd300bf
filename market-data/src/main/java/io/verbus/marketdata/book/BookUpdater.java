package io.verbus.marketdata.book;

import io.verbus.codec.marketdata.AuctionDecoder;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MarketEventDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OrderAddedDecoder;
import io.verbus.codec.marketdata.OrderDeletedDecoder;
import io.verbus.codec.marketdata.OrderExecutedDecoder;
import io.verbus.codec.marketdata.OrderReducedDecoder;
import io.verbus.codec.marketdata.OrderReplacedDecoder;
import io.verbus.codec.marketdata.PriceLevelDeletedDecoder;
import io.verbus.codec.marketdata.PriceLevelSetDecoder;
import io.verbus.codec.marketdata.TradeDecoder;
import io.verbus.codec.marketdata.TradingStatusDecoder;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * Applies messages of schema {@code market-data.xml} to the books, definitions to the instruments, and announcements to
 * the states. Messages of another schema, unknown messages and messages that are too short change nothing. For one
 * thread; allocates nothing once the books and the instruments have reached their size.
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
    /** Returned instead of a type: a message of another schema, or newer than this build. */
    public static final int UNKNOWN = MessageTypes.UNKNOWN;
    /** Returned instead of a type: a truncated message. */
    public static final int MALFORMED = -2;
    /** The instrument id of a message about all of them. */
    public static final int WHOLE_MARKET = 0;

    private static final int NO_SIDE = -1;
    /** Bits of {@code TradeConditions}: the trade is that of an auction. */
    private static final long IN_AUCTION = 0xF;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderAddedDecoder added = new OrderAddedDecoder();
    private final OrderExecutedDecoder executed = new OrderExecutedDecoder();
    private final OrderReducedDecoder reduced = new OrderReducedDecoder();
    private final OrderDeletedDecoder deleted = new OrderDeletedDecoder();
    private final OrderReplacedDecoder replaced = new OrderReplacedDecoder();
    private final PriceLevelSetDecoder levelSet = new PriceLevelSetDecoder();
    private final PriceLevelDeletedDecoder levelDeleted = new PriceLevelDeletedDecoder();
    private final InstrumentStateDecoder state = new InstrumentStateDecoder();
    private final MarketEventDecoder marketEvent = new MarketEventDecoder();
    private final TradingStatusDecoder tradingStatus = new TradingStatusDecoder();
    private final AuctionDecoder auction = new AuctionDecoder();
    private final TradeDecoder trade = new TradeDecoder();
    private final InstrumentMessage instrument = new InstrumentMessage();

    private final Books books;
    private final LevelBooks levelBooks;
    private final Instruments instruments;
    private final MarketStates states = new MarketStates();

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
     * @param instruments receives the definitions of the session
     */
    public BookUpdater(final Books books, final Instruments instruments) {
        this.books = books;
        levelBooks = new LevelBooks(books.refusals());
        this.instruments = instruments;
    }

    /**
     * Applies one message.
     *
     * @param buffer of the message
     * @param offset of its header
     * @param length of header and body in bytes, 0 or more
     * @return its type, of {@link MessageTypes}: of a message of {@code market-data.xml} its template id, also if it
     * does not affect books; or {@link #UNKNOWN} or {@link #MALFORMED}, which are negative
     */
    public int apply(final DirectBuffer buffer, final int offset, final int length) {
        if (length < MessageHeaderDecoder.ENCODED_LENGTH) {
            return MALFORMED;
        }
        header.wrap(buffer, offset);
        final int type = MessageTypes.of(header.schemaId(), header.templateId());
        final int blockLength = header.blockLength();
        if (type == UNKNOWN) {
            return UNKNOWN;
        }
        if (blockLength > length - MessageHeaderDecoder.ENCODED_LENGTH || blockLength < minBlockLength(type)
                || type == InstrumentDecoder.TEMPLATE_ID && !instrument.wrap(buffer, offset, length)) {
            return MALFORMED;
        }
        onBody(type, buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, blockLength);
        return type;
    }

    /** Removes all orders, levels, states and instruments; counters are kept. No book is suspect from then on. */
    public void clear() {
        instruments.clear();
        books.clear();
        levelBooks.clear();
        states.clear();
    }

    /** {@return the books of venues that send orders} */
    public Books books() {
        return books;
    }

    /** {@return the books of venues that send price levels; they count refused messages together with the others} */
    public LevelBooks levelBooks() {
        return levelBooks;
    }

    /** {@return the definitions of the instruments} */
    public Instruments instruments() {
        return instruments;
    }

    /** {@return how the instruments trade; cleared together with all books} */
    public MarketStates states() {
        return states;
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
                + InstrumentStateDecoder.instrumentIdEncodingOffset(), ByteOrder.LITTLE_ENDIAN));
    }

    /**
     * Whether an {@code InstrumentState} clears all books.
     *
     * @param buffer of the message
     * @param offset of its header
     * @return whether its action is that, for the whole market
     */
    public static boolean isClear(final DirectBuffer buffer, final int offset) {
        return isOfWholeMarket(buffer, offset, InstrumentAction.CLEAR);
    }

    /**
     * Whether an {@code InstrumentState} marks all books as suspect.
     *
     * @param buffer of the message
     * @param offset of its header
     * @return whether its action is that, for the whole market
     */
    public static boolean isSuspect(final DirectBuffer buffer, final int offset) {
        return isOfWholeMarket(buffer, offset, InstrumentAction.SUSPECT);
    }

    private static boolean isOfWholeMarket(final DirectBuffer buffer, final int offset, final InstrumentAction action) {
        return instrumentId(buffer, offset) == WHOLE_MARKET
                && buffer.getByte(offset + MessageHeaderDecoder.ENCODED_LENGTH
                        + InstrumentStateDecoder.actionEncodingOffset()) == action.value();
    }

    /** Minimum length of a body: all fields that are read. */
    private static int minBlockLength(final int type) {
        return switch (type) {
            case OrderAddedDecoder.TEMPLATE_ID -> end(OrderAddedDecoder.quantityEncodingOffset());
            case OrderExecutedDecoder.TEMPLATE_ID -> end(OrderExecutedDecoder.quantityEncodingOffset());
            case OrderReducedDecoder.TEMPLATE_ID -> end(OrderReducedDecoder.quantityEncodingOffset());
            case OrderDeletedDecoder.TEMPLATE_ID -> end(OrderDeletedDecoder.orderIdEncodingOffset());
            case OrderReplacedDecoder.TEMPLATE_ID -> end(OrderReplacedDecoder.quantityEncodingOffset());
            case PriceLevelSetDecoder.TEMPLATE_ID -> PriceLevelSetDecoder.ordersEncodingOffset() + Integer.BYTES;
            case PriceLevelDeletedDecoder.TEMPLATE_ID -> end(PriceLevelDeletedDecoder.priceEncodingOffset());
            case InstrumentStateDecoder.TEMPLATE_ID -> InstrumentStateDecoder.actionEncodingOffset() + Byte.BYTES;
            case MarketEventDecoder.TEMPLATE_ID -> MarketEventDecoder.stepEncodingOffset() + Byte.BYTES;
            case TradingStatusDecoder.TEMPLATE_ID -> TradingStatusDecoder.stateEncodingOffset() + Byte.BYTES;
            case AuctionDecoder.TEMPLATE_ID -> end(AuctionDecoder.nearPriceEncodingOffset());
            case TradeDecoder.TEMPLATE_ID -> TradeDecoder.conditionsEncodingOffset() + Integer.BYTES;
            default -> 0;
        };
    }

    private static int end(final int offsetOfLong) {
        return offsetOfLong + Long.BYTES;
    }

    private void onBody(final int type, final DirectBuffer buffer, final int offset, final int blockLength) {
        final int version = header.version();
        switch (type) {
            case OrderAddedDecoder.TEMPLATE_ID -> onAdded(added.wrap(buffer, offset, blockLength, version));
            case OrderDeletedDecoder.TEMPLATE_ID ->
                books.delete(deleted.wrap(buffer, offset, blockLength, version).orderId());
            case OrderReplacedDecoder.TEMPLATE_ID -> onReplaced(replaced.wrap(buffer, offset, blockLength, version));
            case OrderExecutedDecoder.TEMPLATE_ID -> {
                executed.wrap(buffer, offset, blockLength, version);
                books.execute(executed.orderId(), executed.quantity());
            }
            case OrderReducedDecoder.TEMPLATE_ID -> {
                reduced.wrap(buffer, offset, blockLength, version);
                books.reduce(reduced.orderId(), reduced.quantity());
            }
            case InstrumentDecoder.TEMPLATE_ID -> instruments.put(instrument);
            case PriceLevelSetDecoder.TEMPLATE_ID -> onLevel(levelSet.wrap(buffer, offset, blockLength, version));
            case PriceLevelDeletedDecoder.TEMPLATE_ID ->
                onLevel(levelDeleted.wrap(buffer, offset, blockLength, version));
            case InstrumentStateDecoder.TEMPLATE_ID -> {
                onState(books, state.wrap(buffer, offset, blockLength, version));
                if (isClear(buffer, offset - MessageHeaderDecoder.ENCODED_LENGTH)) {
                    states.clear();
                }
                if (PriceBooks.isInstrument(state.instrumentId())) { // else it is refused once
                    onState(levelBooks, state);
                }
            }
            default -> onAnnouncement(type, buffer, offset, blockLength, version);
        }
    }

    /** Not in {@link #onBody}, so that the JIT compiler inlines the changes of books. */
    private void onAnnouncement(final int type, final DirectBuffer buffer, final int offset, final int blockLength,
            final int version) {
        switch (type) {
            case TradeDecoder.TEMPLATE_ID -> onTrade(trade.wrap(buffer, offset, blockLength, version));
            case TradingStatusDecoder.TEMPLATE_ID -> {
                tradingStatus.wrap(buffer, offset, blockLength, version);
                states.setState(tradingStatus.instrumentId(), tradingStatus.stateRaw());
            }
            case AuctionDecoder.TEMPLATE_ID -> states.setAuction(auction.wrap(buffer, offset, blockLength, version));
            case MarketEventDecoder.TEMPLATE_ID ->
                states.setStep(marketEvent.wrap(buffer, offset, blockLength, version).stepRaw());
            default -> {
                // No effect on books: statistics, quotes, corrected trades.
            }
        }
    }

    private void onTrade(final TradeDecoder message) {
        if ((message.conditions().getRaw() & IN_AUCTION) != 0) {
            states.endAuction(message.instrumentId());
        }
    }

    private void onAdded(final OrderAddedDecoder order) {
        books.add(order.instrumentId(), order.orderId(), side(order.sideRaw()), order.price(),
                order.quantity());
    }

    private void onReplaced(final OrderReplacedDecoder order) {
        books.replace(order.orderId(), order.newOrderId(), order.price(), order.quantity());
    }

    private void onLevel(final PriceLevelSetDecoder level) {
        final long orders = level.orders();
        levelBooks.set(level.instrumentId(), side(level.sideRaw()), level.price(), level.quantity(),
                orders == PriceLevelSetDecoder.ordersNullValue() ? 0 : orders);
        levelBooks.setInsideEvent(level.instrumentId(), !level.flags().endOfEvent());
    }

    private void onLevel(final PriceLevelDeletedDecoder level) {
        levelBooks.delete(level.instrumentId(), side(level.sideRaw()), level.price());
        levelBooks.setInsideEvent(level.instrumentId(), !level.flags().endOfEvent());
    }

    /**
     * Applies a state of one instrument, or of all of them. After a CLEAR with the flag SUSPECT the books are suspect,
     * until a snapshot has filled them.
     */
    private static void onState(final PriceBooks books, final InstrumentStateDecoder message) {
        final long instrument = message.instrumentId();
        final InstrumentAction action = message.action();
        switch (action) {
            case CLEAR -> {
                if (instrument == WHOLE_MARKET) {
                    books.clear();
                    books.markAll(message.flags().suspect());
                } else {
                    books.clear(instrument);
                    if (message.flags().suspect() && PriceBooks.isInstrument(instrument)) { // else it is refused once
                        books.mark(instrument, true);
                    }
                }
            }
            case SUSPECT, SOUND -> {
                if (instrument == WHOLE_MARKET) {
                    books.markAll(action == InstrumentAction.SUSPECT);
                } else {
                    books.mark(instrument, action == InstrumentAction.SUSPECT);
                }
            }
            default -> {
                // An action newer than this build.
            }
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
