package io.verbus.tools.book;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.PollHandler;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.PriceLevelDeletedDecoder;
import io.verbus.codec.marketdata.PriceLevelSetDecoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.book.LevelLines;
import io.verbus.marketdata.book.MessageTypes;
import io.verbus.tools.Texts;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.time.LocalDate;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Applies the market data of one session to its books, in place, on the polling thread. Messages of another schema, of
 * an unknown type or too short for their fields are counted and ignored.
 */
final class MarketDataHandler implements PollHandler {
    private static final int ACTION = MessageHeaderDecoder.ENCODED_LENGTH
            + InstrumentStateDecoder.actionEncodingOffset();
    private static final int REASON = MessageHeaderDecoder.ENCODED_LENGTH
            + InstrumentStateDecoder.reasonEncodingOffset();

    private static final long NO_SESSION = 0;

    private final BookUpdater updater;
    private final LatencyMeter latency;
    private final LoopRates rates;
    private final NanoClock clock;
    private final SessionBeginDecoder begin = new SessionBeginDecoder();
    private final long[] counts = new long[MessageTypes.count()];
    private long session = NO_SESSION;
    private long messages;
    private long otherSessions;
    private long unknown;
    private long malformed;
    private long sourceGaps;
    private final Doubts doubts = new Doubts();
    /** Messages that were refused before all books were cleared, or called suspect or sound. */
    private long refusedBefore;
    /** Venue and trading day. */
    private String label = "";
    /** Whether the present session of the source had a message about a price level. */
    private boolean hasLevel;
    /** The levels at the end of the newest earlier session that had one. */
    private String levelsBefore = "";

    MarketDataHandler(final Books books, final Instruments instruments, final LatencyMeter latency,
            final LoopRates rates, final NanoClock clock) {
        this.updater = new BookUpdater(books, instruments);
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
        final String levels = hasLevel && endsBooks(buffer, offset, length) ? levelLines() : null;
        final int type = updater.apply(buffer, offset, length);
        if (type >= 0) {
            counts[type]++;
            hasLevel |= type == PriceLevelSetDecoder.TEMPLATE_ID || type == PriceLevelDeletedDecoder.TEMPLATE_ID;
            if (type == InstrumentStateDecoder.TEMPLATE_ID) {
                onState(buffer, offset, length);
                levelsBefore = levels == null ? levelsBefore : levels;
                hasLevel &= levels == null;
            } else if (type == SessionBeginDecoder.TEMPLATE_ID) {
                onBegin(buffer, offset, length);
            }
        } else if (type == BookUpdater.UNKNOWN) {
            unknown++;
            doubtAll();
        } else {
            malformed++;
            doubtAll();
        }
        return Action.TAKEN;
    }

    /** The books are those of a snapshot. */
    void onJoined() {
        hasLevel = levelBooks().priceLevels() > 0;
    }

    /** The session of the source begins; also the beginning in a snapshot. */
    void onBegin(final DirectBuffer buffer, final int offset, final int length) {
        if (length >= MessageHeaderDecoder.ENCODED_LENGTH + SessionBeginDecoder.BLOCK_LENGTH) {
            begin.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, SessionBeginDecoder.BLOCK_LENGTH,
                    SessionBeginDecoder.SCHEMA_VERSION);
            label = Texts.printable(begin.venue()) + " " + LocalDate.ofEpochDay(begin.tradingDay());
        }
    }

    /** The books lack messages, which can be of any instrument: they are suspect until they are cleared. */
    void doubtAll() {
        doubts.addAll();
        books().markAll(true);
        levelBooks().markAll(true);
    }

    /** As {@link #doubtAll}, if a message was refused since the last state of all books. Also called at the end. */
    void doubtRefused() {
        if (books().refusals().all() > refusedBefore) {
            doubtAll();
        }
    }

    /** The state of a book, or of all books, has changed. */
    private void onState(final DirectBuffer buffer, final int offset, final int length) {
        final long instrument = BookUpdater.instrumentId(buffer, offset);
        final byte action = buffer.getByte(offset + ACTION);
        if (action == InstrumentAction.CLEAR.value()) {
            doubts.remove(instrument);
        } else if (action == InstrumentAction.SOUND.value()) {
            doubts.mark(instrument, books());
            doubts.mark(instrument, levelBooks());
        } else if (instrument == BookUpdater.WHOLE_MARKET) {
            doubtRefused(); // what suspect books refuse from here on is no news
        }
        if (instrument == BookUpdater.WHOLE_MARKET) {
            refusedBefore = books().refusals().all();
        }
        if (BookUpdater.isSuspect(buffer, offset)) {
            sourceGaps += reason(buffer, offset, length) == StateReason.SOURCE_GAP.value() ? 1 : 0;
        } else if (endsBooks(buffer, offset, length)) {
            rates.onLoop(messages, clock.nanoTime());
        }
    }

    /** Whether a message clears all books, and not to restore them after a loss. Its length is not checked yet. */
    static boolean endsBooks(final DirectBuffer buffer, final int offset, final int length) {
        if (length <= ACTION || header(buffer, offset,
                MessageHeaderDecoder.templateIdEncodingOffset()) != InstrumentStateDecoder.TEMPLATE_ID
                || header(buffer, offset,
                        MessageHeaderDecoder.schemaIdEncodingOffset()) != InstrumentStateDecoder.SCHEMA_ID
                || !BookUpdater.isClear(buffer, offset)) {
            return false;
        }
        final byte reason = reason(buffer, offset, length);
        return reason != StateReason.SOURCE_GAP.value() && reason != StateReason.SNAPSHOT.value();
    }

    private static byte reason(final DirectBuffer buffer, final int offset, final int length) {
        return length > REASON ? buffer.getByte(offset + REASON) : 0;
    }

    private static int header(final DirectBuffer buffer, final int offset, final int field) {
        return buffer.getShort(offset + field, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
    }

    /** The levels of the newest session of the source that had a message about a price level, as text. */
    String levelLines() {
        if (!hasLevel) {
            return levelsBefore;
        }
        final StringWriter lines = new StringWriter();
        try {
            LevelLines.write(levelBooks(), instruments(), lines);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines.toString();
    }

    /** Called when no more messages are available for now. */
    void onPause() {
        rates.onPause(messages, clock.nanoTime());
    }

    Books books() {
        return updater.books();
    }

    LevelBooks levelBooks() {
        return updater.levelBooks();
    }

    BookUpdater updater() {
        return updater;
    }

    Instruments instruments() {
        return updater.instruments();
    }

    LatencyMeter latency() {
        return latency;
    }

    LoopRates rates() {
        return rates;
    }

    /** Sets the session of the books; messages of other sessions are counted and ignored. */
    void follow(final long sessionId) {
        session = sessionId;
    }

    /** Whether the books have a session. */
    boolean hasSession() {
        return session != NO_SESSION;
    }

    /** Whether this is the session of the books. */
    boolean isOf(final long sessionId) {
        return session == sessionId;
    }

    /** Messages of other sessions. */
    long otherSessions() {
        return otherSessions;
    }

    /** Number of times all books became suspect because the source of the feed lost messages. */
    long sourceGaps() {
        return sourceGaps;
    }

    /** Number of books that may be wrong. */
    int suspectBooks() {
        return books().suspectBooks() + levelBooks().suspectBooks();
    }

    /** Whether a book may be wrong, also one of an instrument that is not known. */
    boolean hasSuspects() {
        return books().hasSuspects() || levelBooks().hasSuspects();
    }

    /** Whether a session of the source had a message about a price level, or its snapshot a level. */
    boolean hasLevels() {
        return hasLevel || !levelsBefore.isEmpty();
    }

    /** Venue and trading day of the newest source, such as {@code XNAS 2019-10-30}; empty if it did not state them. */
    String label() {
        return label;
    }

    /** Messages of all types, including unknown and malformed ones. */
    long messages() {
        return messages;
    }

    /** Messages of one type. */
    long count(final int type) {
        return counts[type];
    }

    /** Messages of another schema, or of a type newer than this build. */
    long unknown() {
        return unknown;
    }

    /** Messages too short for their fields. */
    long malformed() {
        return malformed;
    }
}
