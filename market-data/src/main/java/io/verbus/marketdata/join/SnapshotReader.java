package io.verbus.marketdata.join;

import io.verbus.Action;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.codec.marketdata.AuctionDecoder;
import io.verbus.codec.marketdata.BookSnapshotBeginDecoder;
import io.verbus.codec.marketdata.BookSnapshotEndDecoder;
import io.verbus.codec.marketdata.BookSnapshotEntryDecoder;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MarketEventDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import io.verbus.codec.marketdata.TradingStatusDecoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.MessageTypes;
import java.util.Locale;
import org.agrona.DirectBuffer;

/**
 * Loads a snapshot into books, part by part. Snapshots are not trusted: one with an invalid part or inconsistent totals
 * is refused with the reason, the books are cleared, and the reader waits for the next.
 *
 * <p>For one thread, which polls the stream of snapshots with this as handler and listener.
 */
public final class SnapshotReader implements PollHandler, SessionListener {
    /** Selects the snapshots to load, and receives states and refusals. Called while the snapshots are polled. */
    interface Judge {
        /** Whether a snapshot of this session at this sequence is needed. */
        boolean isNeeded(long session, long sequence);

        /** A message of a needed snapshot states how the market or an instrument is. */
        void onState(int type, DirectBuffer buffer, int offset, int length);

        /** A needed snapshot, or a message that belongs to none, was refused. */
        void onRefused(String reason);
    }

    private enum State {
        IDLE, READING, WHOLE
    }

    private static final int HEADER = MessageHeaderDecoder.ENCODED_LENGTH;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final BookSnapshotBeginDecoder begin = new BookSnapshotBeginDecoder();
    private final BookSnapshotEntryDecoder entry = new BookSnapshotEntryDecoder();
    private final BookSnapshotEndDecoder end = new BookSnapshotEndDecoder();

    private final BookUpdater updater;
    private Judge judge;
    private State state = State.IDLE;
    /** Session, on the stream of snapshots, of the snapshot being read. */
    private long publisher;
    private long session;
    private long sequence;
    private long announcedEntries;
    private long announcedInstruments;
    private long entries;
    private long instruments;
    private long shares;
    private int publishers;
    private int publishersSeen;

    /**
     * Creates a reader.
     *
     * @param updater of empty books; only this reader uses it until the snapshot is complete
     */
    public SnapshotReader(final BookUpdater updater) {
        this.updater = updater;
    }

    void judgedBy(final Judge newJudge) {
        judge = newJudge;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        if (state == State.WHOLE) {
            return Action.NOT_TAKEN;
        }
        if (state == State.READING && frame.session() != publisher) {
            return Action.TAKEN; // one snapshot at a time; other publishers repeat theirs
        }
        if (length < HEADER) {
            refuse("a message of %,d bytes is shorter than its header", length);
            return Action.TAKEN;
        }
        header.wrap(buffer, offset);
        final int type = MessageTypes.of(header.schemaId(), header.templateId());
        if (header.schemaId() != MessageHeaderDecoder.SCHEMA_ID && !MessageTypes.isOfVenue(header.schemaId())) {
            refuse("a message has schema %d, not that of market data", header.schemaId());
        } else if (header.blockLength() > length - HEADER || header.blockLength() < minLength(type)) {
            refuseBody(length);
        } else if (isState(type)) {
            onState(type, buffer, offset, length);
        } else {
            onPart(type, buffer, offset + HEADER, frame.session());
        }
        return Action.TAKEN;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started _ -> {
                publishers++;
                publishersSeen++;
            }
            case Gap gap when state == State.READING && gap.session().id() == publisher -> {
                refuse("%,d of its messages are missing (%s)", gap.count(), gap.description());
            }
            case SessionEvent.Ended(Session ended, _) ->
                onGone(ended.id(), "its publisher closed the stream before its end");
            case LostSession lost when lost.forGood() -> onGone(lost.session().id(), lost.description());
            default -> {
            }
        }
    }

    private void onGone(final long gone, final String why) {
        publishers--;
        if (state == State.READING && gone == publisher) {
            refuse("%s", why);
        }
    }

    /** Whether the books contain a complete snapshot. */
    boolean isWhole() {
        return state == State.WHOLE;
    }

    /** The last message that the snapshot includes. */
    long sequence() {
        return sequence;
    }

    /** Number of orders and price levels in the snapshot. */
    int entries() {
        return (int) entries;
    }

    /** Number of present publishers of snapshots. */
    int publishers() {
        return publishers;
    }

    /** Number of publishers of snapshots so far. */
    int publishersSeen() {
        return publishersSeen;
    }

    /** Clears the books and waits for the next snapshot. */
    void discard() {
        if (state != State.IDLE) {
            updater.clear();
            state = State.IDLE;
        }
    }

    /** Minimum length of a body: all fields that are read. */
    private static int minLength(final int type) {
        return switch (type) {
            case BookSnapshotBeginDecoder.TEMPLATE_ID -> BookSnapshotBeginDecoder.BLOCK_LENGTH;
            case BookSnapshotEntryDecoder.TEMPLATE_ID ->
                BookSnapshotEntryDecoder.ordersEncodingOffset() + Integer.BYTES;
            case BookSnapshotEndDecoder.TEMPLATE_ID -> BookSnapshotEndDecoder.BLOCK_LENGTH;
            default -> 0;
        };
    }

    /** Whether a message of a snapshot states how the market, an instrument or its book is. */
    private static boolean isState(final int type) {
        return switch (type) {
            case SessionBeginDecoder.TEMPLATE_ID, InstrumentDecoder.TEMPLATE_ID, InstrumentStateDecoder.TEMPLATE_ID,
                    MarketEventDecoder.TEMPLATE_ID, TradingStatusDecoder.TEMPLATE_ID, AuctionDecoder.TEMPLATE_ID ->
                true;
            default -> type >= MessageTypes.FIRST_OF_VENUES;
        };
    }

    private void onState(final int type, final DirectBuffer buffer, final int offset, final int length) {
        if (state != State.READING) {
            return;
        }
        if (updater.apply(buffer, offset, length) != type) {
            refuseBody(length);
            return;
        }
        instruments += type == InstrumentDecoder.TEMPLATE_ID ? 1 : 0;
        judge.onState(type, buffer, offset, length);
    }

    private void onPart(final int type, final DirectBuffer buffer, final int body, final long from) {
        final int blockLength = header.blockLength();
        final int version = header.version();
        switch (type) {
            case BookSnapshotBeginDecoder.TEMPLATE_ID -> {
                if (state == State.READING) {
                    refuse("another snapshot starts before its end");
                }
                publisher = from;
                onBegin(begin.wrap(buffer, body, blockLength, version));
            }
            case BookSnapshotEntryDecoder.TEMPLATE_ID -> {
                if (state == State.READING) {
                    onEntry(entry.wrap(buffer, body, blockLength, version));
                }
            }
            case BookSnapshotEndDecoder.TEMPLATE_ID -> {
                if (state == State.READING) {
                    onEnd(end.wrap(buffer, body, blockLength, version));
                }
            }
            default -> {
                // Ignore messages of newer publishers: older books do not need them.
            }
        }
    }

    private void onBegin(final BookSnapshotBeginDecoder message) {
        if (message.instrumentId() != BookUpdater.WHOLE_MARKET
                || !judge.isNeeded(message.busSession(), message.busSequence())) {
            return;
        }
        state = State.READING;
        session = message.busSession();
        sequence = message.busSequence();
        announcedEntries = message.entries();
        announcedInstruments = message.instruments();
        entries = 0;
        instruments = 0;
        shares = 0;
    }

    private void onEntry(final BookSnapshotEntryDecoder order) {
        entries++;
        shares += order.quantity();
        final int side = BookUpdater.side(order.sideRaw());
        if (order.orderId() == BookSnapshotEntryDecoder.orderIdNullValue()) {
            final long orders = order.orders();
            if (!updater.levelBooks().restore(order.instrumentId(), side, order.price(), order.quantity(),
                    orders == BookSnapshotEntryDecoder.ordersNullValue() ? 0 : orders)) {
                refuse("the level at %d of instrument %d is invalid or a duplicate", order.price(),
                        order.instrumentId());
                return;
            }
            updater.levelBooks().setInsideEvent(order.instrumentId(), !order.flags().endOfEvent());
        } else if (!updater.books().restore(order.instrumentId(), order.orderId(), side, order.price(),
                order.quantity())) {
            refuse("order %s is invalid or a duplicate", Long.toUnsignedString(order.orderId()));
        }
    }

    private void onEnd(final BookSnapshotEndDecoder message) {
        final int levels = updater.books().priceLevels() + updater.levelBooks().priceLevels();
        if (message.busSession() != session || message.busSequence() != sequence) {
            refuse("its end belongs to the snapshot at message %,d", message.busSequence());
        } else if (message.entries() != entries || announcedEntries != entries
                && announcedEntries != BookSnapshotBeginDecoder.entriesNullValue()) {
            refuse("it has %,d orders and levels instead of %,d", entries, message.entries());
        } else if (announcedInstruments != instruments
                && announcedInstruments != BookSnapshotBeginDecoder.instrumentsNullValue()) {
            refuse("it has %,d instruments instead of %,d", instruments, announcedInstruments);
        } else if (message.levels() != levels && message.levels() != BookSnapshotEndDecoder.levelsNullValue()) {
            refuse("it has %,d price levels instead of %,d", levels, message.levels());
        } else if (message.quantity() != shares && message.quantity() != BookSnapshotEndDecoder.quantityNullValue()) {
            refuse("its orders and levels have a quantity of %,d instead of %,d", shares, message.quantity());
        } else {
            state = State.WHOLE;
        }
    }

    private void refuseBody(final int length) {
        refuse("a message of type %d and %,d bytes has an invalid body of %,d bytes", header.templateId(), length,
                header.blockLength());
    }

    private void refuse(final String reason, final Object... values) {
        discard();
        judge.onRefused(String.format(Locale.ROOT, reason, values));
    }
}
