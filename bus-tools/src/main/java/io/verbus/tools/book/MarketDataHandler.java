package io.verbus.tools.book;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.PollHandler;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.MessageTypes;
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
        final int type = updater.apply(buffer, offset, length);
        if (type >= 0) {
            counts[type]++;
            if (type == InstrumentStateDecoder.TEMPLATE_ID && BookUpdater.isClear(buffer, offset)) {
                onClear(buffer, offset, length);
            }
        } else if (type == BookUpdater.UNKNOWN) {
            unknown++;
        } else {
            malformed++;
        }
        return Action.TAKEN;
    }

    private void onClear(final DirectBuffer buffer, final int offset, final int length) {
        rates.onLoop(messages, clock.nanoTime());
        final int reason = MessageHeaderDecoder.ENCODED_LENGTH + InstrumentStateDecoder.reasonEncodingOffset();
        if (length > reason && buffer.getByte(offset + reason) == StateReason.SOURCE_GAP.value()) {
            sourceGaps++;
        }
    }

    /** Called when no more messages are available for now. */
    void onPause() {
        rates.onPause(messages, clock.nanoTime());
    }

    Books books() {
        return updater.books();
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

    /** Number of times the feed cleared the books because its source lost messages. */
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
