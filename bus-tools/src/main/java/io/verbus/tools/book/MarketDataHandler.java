package io.verbus.tools.book;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.PollHandler;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.PriceLevelDeletedDecoder;
import io.verbus.codec.marketdata.PriceLevelSetDecoder;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.book.LevelLines;
import io.verbus.marketdata.book.MessageTypes;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Applies market data to the books, in place, on the polling thread. Messages of another schema, of an unknown type or
 * too short for their fields are counted and ignored.
 */
final class MarketDataHandler implements PollHandler {
    private final BookUpdater updater;
    private final LatencyMeter latency;
    private final LoopRates rates;
    private final NanoClock clock;
    private final long[] counts = new long[MessageTypes.count()];
    private long session;
    private long messages;
    private long otherSessions;
    private long unknown;
    private long malformed;
    private long sourceGaps;
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
        final boolean mayEndLevels = hasLevel && isBookState(buffer, offset, length);
        final String levels = mayEndLevels ? levelLines() : null;
        final int type = updater.apply(buffer, offset, length);
        if (type >= 0) {
            counts[type]++;
            hasLevel |= type == PriceLevelSetDecoder.TEMPLATE_ID || type == PriceLevelDeletedDecoder.TEMPLATE_ID;
            if (type == InstrumentStateDecoder.TEMPLATE_ID) {
                onState(buffer, offset, length, levels);
            }
        } else if (type == BookUpdater.UNKNOWN) {
            unknown++;
        } else {
            malformed++;
        }
        return Action.TAKEN;
    }

    private void onState(final DirectBuffer buffer, final int offset, final int length, final String levels) {
        final int at = MessageHeaderDecoder.ENCODED_LENGTH + InstrumentStateDecoder.reasonEncodingOffset();
        final byte reason = length > at ? buffer.getByte(offset + at) : StateReason.NULL_VAL.value();
        if (BookUpdater.isSuspect(buffer, offset)) {
            sourceGaps += reason == StateReason.SOURCE_GAP.value() ? 1 : 0;
        } else if (BookUpdater.isClear(buffer, offset)) {
            rates.onLoop(messages, clock.nanoTime());
            // After a loss and at a snapshot the session of the source continues.
            if (levels != null && reason != StateReason.SOURCE_GAP.value() && reason != StateReason.SNAPSHOT.value()) {
                levelsBefore = levels;
                hasLevel = false;
            }
        }
    }

    /** Whether a message clears all books, if it is correct; its length is not checked yet. */
    private static boolean isBookState(final DirectBuffer buffer, final int offset, final int length) {
        return length > MessageHeaderDecoder.ENCODED_LENGTH + InstrumentStateDecoder.reasonEncodingOffset()
                && header(buffer, offset,
                        MessageHeaderDecoder.templateIdEncodingOffset()) == InstrumentStateDecoder.TEMPLATE_ID
                && header(buffer, offset,
                        MessageHeaderDecoder.schemaIdEncodingOffset()) == InstrumentStateDecoder.SCHEMA_ID
                && BookUpdater.isClear(buffer, offset);
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

    /** Messages of other sessions. */
    long otherSessions() {
        return otherSessions;
    }

    /** Number of times all books became suspect because the source of the feed lost messages. */
    long sourceGaps() {
        return sourceGaps;
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
