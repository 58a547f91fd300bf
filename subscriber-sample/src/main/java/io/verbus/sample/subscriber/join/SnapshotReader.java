package io.verbus.sample.subscriber.join;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.MessageHandler;
import io.verbus.codec.marketdata.BookSnapshotBeginDecoder;
import io.verbus.codec.marketdata.BookSnapshotEndDecoder;
import io.verbus.codec.marketdata.BookSnapshotEntryDecoder;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import io.verbus.sample.book.Books;
import io.verbus.sample.book.messages.BookUpdater;
import java.util.Locale;
import org.agrona.DirectBuffer;

/**
 * Puts a snapshot into books, part by part. What a snapshot says is not believed: one with a part that does not fit, or
 * that does not add up, is refused with the reason, the books are empty again, and the next one may follow.
 *
 * <p>For one thread: the one that polls the stream of snapshots, with this as handler and listener.
 */
public final class SnapshotReader implements MessageHandler, SessionListener {
    /** Hears of snapshots, and says which are wanted. Called while the stream of snapshots is polled. */
    interface Judge {
        /** Whether a snapshot of this session, valid at this sequence, would be of use. */
        boolean isWanted(long session, long sequence);

        /** A snapshot that was wanted can't be used; or what came was none at all. */
        void onRefused(String reason);
    }

    /** Learns the names of instruments. */
    @FunctionalInterface
    public interface Names {
        /**
         * One instrument.
         *
         * @param instrument its id, any
         * @param buffer holds its symbol, 16 bytes padded with NUL, until this call returns
         * @param offset of the symbol
         */
        void put(long instrument, DirectBuffer buffer, int offset);
    }

    private enum State {
        IDLE, READING, WHOLE
    }

    private static final int HEADER = MessageHeaderDecoder.ENCODED_LENGTH;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final BookSnapshotBeginDecoder begin = new BookSnapshotBeginDecoder();
    private final BookSnapshotEntryDecoder entry = new BookSnapshotEntryDecoder();
    private final BookSnapshotEndDecoder end = new BookSnapshotEndDecoder();
    private final InstrumentDecoder instrument = new InstrumentDecoder();

    private final Books books;
    private final Names names;
    private Judge judge;
    private State state = State.IDLE;
    /** Session of the stream of snapshots that the parts come from. */
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
     * A reader that has read nothing.
     *
     * @param books that are empty, and nobody else changes until they are whole
     * @param names get the symbols
     */
    public SnapshotReader(final Books books, final Names names) {
        this.books = books;
        this.names = names;
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
            return Action.TAKEN; // one at a time: another publisher's comes again
        }
        if (length < HEADER) {
            refuse("a message of %,d bytes is too short for its header", length);
            return Action.TAKEN;
        }
        header.wrap(buffer, offset);
        final int blockLength = header.blockLength();
        if (header.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            refuse("a message is of schema %d, not of market data", header.schemaId());
        } else if (blockLength > length - HEADER || blockLength < needed(header.templateId())) {
            refuse("a message of type %d has a body of %,d bytes, in %,d", header.templateId(), blockLength, length);
        } else {
            onPart(buffer, offset + HEADER, blockLength, frame.session());
        }
        return Action.TAKEN;
    }

    @Override
    public void onStarted(final Session started, final long first) {
        publishers++;
        publishersSeen++;
    }

    @Override
    public void onGap(final Gap gap) {
        if (state == State.READING && gap.session().id() == publisher) {
            refuse("%,d messages of it are missing (%s)", gap.count(), gap.cause());
        }
    }

    @Override
    public void onEnded(final Session ended, final long messages) {
        onGone(ended.id(), "its publisher closed the stream before its end");
    }

    @Override
    public void onLost(final LostSession lost) {
        if (lost.forGood()) {
            onGone(lost.session().id(), lost.cause());
        }
    }

    private void onGone(final long gone, final String why) {
        publishers--;
        if (state == State.READING && gone == publisher) {
            refuse("%s", why);
        }
    }

    /** Whether a snapshot is in the books, whole. */
    boolean isWhole() {
        return state == State.WHOLE;
    }

    /** The last message that the snapshot includes. */
    long sequence() {
        return sequence;
    }

    /** Orders in the snapshot. */
    int orders() {
        return (int) entries;
    }

    /** How many publishers of snapshots there are now. */
    int publishers() {
        return publishers;
    }

    /** How many publishers of snapshots there have been. */
    int publishersSeen() {
        return publishersSeen;
    }

    /** Empties the books, and begins with the next snapshot. */
    void discard() {
        if (state != State.IDLE) {
            books.clear();
            state = State.IDLE;
        }
    }

    /** Bytes that a body has to have for what is read of it: all fields of the oldest version. */
    private static int needed(final int templateId) {
        return switch (templateId) {
            case BookSnapshotBeginDecoder.TEMPLATE_ID ->
                BookSnapshotBeginDecoder.entriesEncodingOffset() + Integer.BYTES;
            case BookSnapshotEntryDecoder.TEMPLATE_ID ->
                BookSnapshotEntryDecoder.quantityEncodingOffset() + Integer.BYTES;
            case BookSnapshotEndDecoder.TEMPLATE_ID -> BookSnapshotEndDecoder.entriesEncodingOffset() + Integer.BYTES;
            case InstrumentDecoder.TEMPLATE_ID ->
                InstrumentDecoder.symbolEncodingOffset() + InstrumentDecoder.symbolEncodingLength();
            default -> 0;
        };
    }

    private void onPart(final DirectBuffer buffer, final int body, final int blockLength, final long from) {
        final int version = header.version();
        switch (header.templateId()) {
            case BookSnapshotBeginDecoder.TEMPLATE_ID -> {
                if (state == State.READING) {
                    refuse("another one begins before its end");
                }
                publisher = from;
                onBegin(begin.wrap(buffer, body, blockLength, version));
            }
            case InstrumentDecoder.TEMPLATE_ID -> {
                if (state == State.READING) {
                    instruments++;
                    instrument.wrap(buffer, body, blockLength, version);
                    names.put(instrument.instrumentId(), buffer, body + InstrumentDecoder.symbolEncodingOffset());
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
                // A newer publisher may have more to tell: nothing that older books need.
            }
        }
    }

    private void onBegin(final BookSnapshotBeginDecoder message) {
        if (message.instrumentId() != BookUpdater.WHOLE_MARKET
                || !judge.isWanted(message.session(), message.sequence())) {
            return;
        }
        state = State.READING;
        session = message.session();
        sequence = message.sequence();
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
            refuse("it has price levels, and these books are made of orders");
        } else if (!books.restore(order.instrumentId(), order.orderId(), BookUpdater.side(order.sideRaw()),
                order.price().mantissa(), order.quantity())) {
            refuse("order %s does not fit into books, or is there twice", Long.toUnsignedString(order.orderId()));
        }
    }

    private void onEnd(final BookSnapshotEndDecoder message) {
        if (message.session() != session || message.sequence() != sequence) {
            refuse("it ends as the one at message %,d", message.sequence());
        } else if (message.entries() != entries || announcedEntries != entries
                && announcedEntries != BookSnapshotBeginDecoder.entriesNullValue()) {
            refuse("%,d orders came instead of %,d", entries, message.entries());
        } else if (announcedInstruments != instruments
                && announcedInstruments != BookSnapshotBeginDecoder.instrumentsNullValue()) {
            refuse("%,d instruments came instead of %,d", instruments, announcedInstruments);
        } else if (message.levels() != books.priceLevels()
                && message.levels() != BookSnapshotEndDecoder.levelsNullValue()) {
            refuse("it makes %,d price levels instead of %,d", books.priceLevels(), message.levels());
        } else if (message.shares() != shares && message.shares() != BookSnapshotEndDecoder.sharesNullValue()) {
            refuse("its orders add up to %,d shares instead of %,d", shares, message.shares());
        } else {
            state = State.WHOLE;
        }
    }

    private void refuse(final String reason, final Object... what) {
        discard();
        judge.onRefused(String.format(Locale.ROOT, reason, what));
    }
}
