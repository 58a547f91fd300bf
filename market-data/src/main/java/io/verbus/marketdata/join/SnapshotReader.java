package io.verbus.marketdata.join;

import io.verbus.Action;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.codec.marketdata.BookSnapshotBeginDecoder;
import io.verbus.codec.marketdata.BookSnapshotEndDecoder;
import io.verbus.codec.marketdata.BookSnapshotEntryDecoder;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.InstrumentMessage;
import java.util.Locale;
import org.agrona.DirectBuffer;

/**
 * Loads a snapshot into books, part by part. Snapshots are not trusted: one with an invalid part or inconsistent totals
 * is refused with the reason, the books are cleared, and the reader waits for the next.
 *
 * <p>For one thread, which polls the stream of snapshots with this as handler and listener.
 */
public final class SnapshotReader implements PollHandler, SessionListener {
    /** Selects the snapshots to load and receives refusals. Called while the stream of snapshots is polled. */
    interface Judge {
        /** Whether a snapshot of this session at this sequence is needed. */
        boolean isNeeded(long session, long sequence);

        /** A needed snapshot, or a message that belongs to none, was refused. */
        void onRefused(String reason);
    }

    /** Receives the instruments of a snapshot. */
    @FunctionalInterface
    public interface InstrumentHandler {
        /**
         * Receives one instrument.
         *
         * @param instrument its message, valid during this call; its id is not checked
         */
        void put(InstrumentMessage instrument);
    }

    private enum State {
        IDLE, READING, WHOLE
    }

    private static final int HEADER = MessageHeaderDecoder.ENCODED_LENGTH;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final BookSnapshotBeginDecoder begin = new BookSnapshotBeginDecoder();
    private final BookSnapshotEntryDecoder entry = new BookSnapshotEntryDecoder();
    private final BookSnapshotEndDecoder end = new BookSnapshotEndDecoder();
    private final InstrumentStateDecoder bookState = new InstrumentStateDecoder();
    private final InstrumentMessage instrument = new InstrumentMessage();

    private final Books books;
    private final InstrumentHandler listed;
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
     * @param books empty books; only this reader changes them until the snapshot is complete
     * @param instruments receives the instruments
     */
    public SnapshotReader(final Books books, final InstrumentHandler instruments) {
        this.books = books;
        this.listed = instruments;
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
        final int blockLength = header.blockLength();
        if (header.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            refuse("a message has schema %d, not that of market data", header.schemaId());
        } else if (blockLength > length - HEADER || blockLength < minLength(header.templateId())
                || header.templateId() == InstrumentDecoder.TEMPLATE_ID && !instrument.wrap(buffer, offset, length)) {
            refuse("a message of type %d and %,d bytes has an invalid body of %,d bytes", header.templateId(), length,
                    blockLength);
        } else {
            onPart(buffer, offset + HEADER, blockLength, frame.session());
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

    /** Number of orders in the snapshot. */
    int orders() {
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
            books.clear();
            state = State.IDLE;
        }
    }

    /** Minimum length of a body: all fields that are read. */
    private static int minLength(final int templateId) {
        return switch (templateId) {
            case BookSnapshotBeginDecoder.TEMPLATE_ID -> BookSnapshotBeginDecoder.BLOCK_LENGTH;
            case BookSnapshotEntryDecoder.TEMPLATE_ID -> BookSnapshotEntryDecoder.quantityEncodingOffset() + Long.BYTES;
            case BookSnapshotEndDecoder.TEMPLATE_ID -> BookSnapshotEndDecoder.BLOCK_LENGTH;
            case InstrumentStateDecoder.TEMPLATE_ID -> InstrumentStateDecoder.actionEncodingOffset() + Byte.BYTES;
            default -> 0;
        };
    }

    private void onPart(final DirectBuffer buffer, final int body, final int blockLength, final long from) {
        final int version = header.version();
        switch (header.templateId()) {
            case BookSnapshotBeginDecoder.TEMPLATE_ID -> {
                if (state == State.READING) {
                    refuse("another snapshot starts before its end");
                }
                publisher = from;
                onBegin(begin.wrap(buffer, body, blockLength, version));
            }
            case InstrumentDecoder.TEMPLATE_ID -> {
                if (state == State.READING) {
                    instruments++;
                    listed.put(instrument);
                }
            }
            case InstrumentStateDecoder.TEMPLATE_ID -> {
                if (state == State.READING) {
                    BookUpdater.onState(books, bookState.wrap(buffer, body, blockLength, version));
                }
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
        if (order.orderId() == BookSnapshotEntryDecoder.orderIdNullValue()) {
            refuse("it contains price levels, but these books need orders");
        } else if (!books.restore(order.instrumentId(), order.orderId(), BookUpdater.side(order.sideRaw()),
                order.price(), order.quantity())) {
            refuse("order %s is invalid or a duplicate", Long.toUnsignedString(order.orderId()));
        }
    }

    private void onEnd(final BookSnapshotEndDecoder message) {
        if (message.busSession() != session || message.busSequence() != sequence) {
            refuse("its end belongs to the snapshot at message %,d", message.busSequence());
        } else if (message.entries() != entries || announcedEntries != entries
                && announcedEntries != BookSnapshotBeginDecoder.entriesNullValue()) {
            refuse("it has %,d orders instead of %,d", entries, message.entries());
        } else if (announcedInstruments != instruments
                && announcedInstruments != BookSnapshotBeginDecoder.instrumentsNullValue()) {
            refuse("it has %,d instruments instead of %,d", instruments, announcedInstruments);
        } else if (message.levels() != books.priceLevels()
                && message.levels() != BookSnapshotEndDecoder.levelsNullValue()) {
            refuse("it has %,d price levels instead of %,d", books.priceLevels(), message.levels());
        } else if (message.quantity() != shares && message.quantity() != BookSnapshotEndDecoder.quantityNullValue()) {
            refuse("its orders have %,d shares instead of %,d", shares, message.quantity());
        } else {
            state = State.WHOLE;
        }
    }

    private void refuse(final String reason, final Object... values) {
        discard();
        judge.onRefused(String.format(Locale.ROOT, reason, values));
    }
}
