package io.verbus.tools.book;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.PollHandler;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.book.MessagePrefix;
import io.verbus.marketdata.book.MessageTypes;
import io.verbus.marketdata.book.PriceBooks;
import io.verbus.tools.Texts;
import java.nio.ByteOrder;
import java.time.Duration;
import org.agrona.DirectBuffer;

/**
 * Samples the books of one session at the instants of its message clock: the highest timestamp of its messages so far.
 * An instant has passed when a message after it arrives; its sample has all messages up to that one. Used by the
 * polling thread.
 */
final class SessionSampler implements PollHandler {
    /** A step of the clock that is longer, in either direction, is not time that passes: the grid begins again. */
    private static final long LONGEST_NS = Duration.ofDays(1).toNanos();
    private static final long LAST_NS = Long.MAX_VALUE - 2 * LONGEST_NS;
    private static final long NONE = -1;
    private static final int TIME = MessageHeaderDecoder.ENCODED_LENGTH
            + SessionBeginDecoder.timestampEncodingOffset();
    private static final int ACTION = MessageHeaderDecoder.ENCODED_LENGTH
            + InstrumentStateDecoder.actionEncodingOffset();

    private final BookSamples samples;
    private final MarketDataHandler handler;
    private final SessionWatch watch;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    /** By messages that were refused: the handler marks books for all else that they lack. */
    private final Doubts doubts = new Doubts();
    private long clockNs = NONE;
    private long nextNs;

    SessionSampler(final BookSamples samples, final MarketDataHandler handler, final SessionWatch watch) {
        this.samples = samples;
        this.handler = handler;
        this.watch = watch;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        if (!handler.isOf(frame.session())) {
            return handler.onMessage(buffer, offset, length, frame);
        }
        if (MarketDataHandler.endsBooks(buffer, offset, length)) {
            end();
        }
        advance(buffer, offset, length);
        final long refusals = handler.books().refusals().all();
        final long states = handler.count(InstrumentStateDecoder.TEMPLATE_ID);
        final Action action = handler.onMessage(buffer, offset, length, frame);
        if (handler.books().refusals().all() > refusals) {
            doubt(BookUpdater.instrumentId(buffer, offset));
        }
        if (handler.count(InstrumentStateDecoder.TEMPLATE_ID) > states
                && buffer.getByte(offset + ACTION) == InstrumentAction.CLEAR.value()) {
            doubts.remove(BookUpdater.instrumentId(buffer, offset));
        }
        return action;
    }

    /** Ends the grid: writes the last instant if the clock is exactly at it. */
    void end() {
        if (clockNs != NONE && nextNs == clockNs) {
            write(nextNs);
        }
        clockNs = NONE;
    }

    /** What a suspect book refuses is no news. */
    private void doubt(final long instrument) {
        if (instrument >= PriceBooks.MAX_INSTRUMENTS || !isSuspect((int) instrument)) {
            doubts.add(instrument);
        }
    }

    private boolean isSuspect(final int instrument) {
        return handler.books().isSuspect(instrument) || handler.levelBooks().isSuspect(instrument)
                || doubts.has(instrument);
    }

    private void advance(final DirectBuffer buffer, final int offset, final int length) {
        if (length < MessagePrefix.LENGTH) {
            return;
        }
        header.wrap(buffer, offset);
        final long timeNs = buffer.getLong(offset + TIME, ByteOrder.LITTLE_ENDIAN);
        if (timeNs < 0 || timeNs > LAST_NS
                || MessageTypes.of(header.schemaId(), header.templateId()) == MessageTypes.UNKNOWN) {
            return;
        }
        if (clockNs == NONE || Math.abs(timeNs - clockNs) > LONGEST_NS) {
            end();
            final long intervalNs = samples.intervalNs();
            nextNs = Math.ceilDiv(timeNs, intervalNs) * intervalNs;
            clockNs = timeNs;
        } else if (timeNs > clockNs) {
            while (nextNs < timeNs) {
                write(nextNs);
                nextNs += samples.intervalNs();
            }
            clockNs = timeNs;
        }
    }

    private void write(final long timeNs) {
        final LevelBooks levelBooks = handler.levelBooks();
        final String session = Texts.hex(watch.session().id());
        final int end = Math.max(handler.books().instruments(), levelBooks.instruments());
        for (int instrument = 0; instrument < end; instrument++) {
            final PriceBooks book = levelBooks.changes(instrument) > 0 ? levelBooks : handler.books();
            if (book.changes(instrument) > 0) {
                final String symbol = handler.instruments().symbol(instrument);
                if (samples.isSelected(symbol)) {
                    samples.write(session, timeNs, symbol,
                            isSuspect(instrument) || levelBooks.isInsideEvent(instrument), book, instrument,
                            handler.instruments());
                }
            }
        }
    }
}
