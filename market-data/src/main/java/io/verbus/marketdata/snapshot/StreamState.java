package io.verbus.marketdata.snapshot;

import io.verbus.Action;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.book.MessagePrefix;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/**
 * State of one session of a stream: books, the messages that state how market and instruments are, and the last
 * sequence that they include. Used by the polling thread.
 */
final class StreamState implements PollHandler, SessionListener {
    private static final int EXPECTED_ORDERS = 4_096;

    private final long session;
    private final Consumer<String> news;
    private final BookUpdater updater = new BookUpdater(new Books(EXPECTED_ORDERS));
    private final StateMessages stated = new StateMessages();
    private long sequence = -1;
    private long timestamp = MessagePrefix.NO_TIME;
    private long sourceSequence = MessagePrefix.NO_SEQUENCE;
    private boolean isWhole = true;
    private boolean isOver;

    /** State of a session that is read from its first message; {@code news} receives notices for the user. */
    StreamState(final long session, final Consumer<String> news) {
        this.session = session;
        this.news = news;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        if (frame.session() != session) {
            return Action.TAKEN;
        }
        final int type = updater.apply(buffer, offset, length);
        sequence = frame.sequence() + frame.frames() - 1;
        if (length >= MessagePrefix.LENGTH) {
            final int body = offset + MessageHeaderDecoder.ENCODED_LENGTH;
            timestamp = newest(timestamp, buffer, body + InstrumentDecoder.timestampEncodingOffset(),
                    MessagePrefix.NO_TIME);
            sourceSequence = newest(sourceSequence, buffer, body + InstrumentDecoder.sequenceEncodingOffset(),
                    MessagePrefix.NO_SEQUENCE);
        }
        stated.apply(type, buffer, offset, length, updater.states());
        if (type == InstrumentStateDecoder.TEMPLATE_ID && !isWhole
                && BookUpdater.isClear(buffer, offset)) {
            isWhole = true;
            news.accept("the books were cleared: snapshots continue");
        }
        return Action.TAKEN;
    }

    private static long newest(final long before, final DirectBuffer buffer, final int offset, final long none) {
        final long value = buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        return value == none ? before : value;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case Gap gap -> onGap(gap);
            // A message that was applied in part may have left the books inconsistent.
            case SessionEvent.Failed(Session failed, long at, Throwable thrown) when failed.id() == session -> {
                if (isWhole) {
                    news.accept(String.format(Locale.ROOT,
                            "snapshots stop until the books are cleared: message %,d could"
                                    + " not be applied to them: %s",
                            at, thrown));
                }
                isWhole = false;
            }
            case SessionEvent.Ended(Session ended, _) -> isOver |= ended.id() == session;
            case LostSession lost -> isOver |= lost.forGood() && lost.session().id() == session;
            default -> {
            }
        }
    }

    /** Books with a gap are not published. */
    private void onGap(final Gap gap) {
        if (gap.session().id() == session) {
            if (isWhole) {
                news.accept(String.format(Locale.ROOT, "snapshots stop until the books are cleared: their thread was"
                        + " too slow and missed messages %,d to %,d, which no recorder has served (%s): raise"
                        + " --capacity to give it more time, or run ./bus record --serve to fill gaps",
                        gap.first(), gap.last(), gap.description()));
            }
            isWhole = false;
        }
    }

    /** Whether the state is complete and not empty. */
    boolean isUsable() {
        return isWhole && sequence >= 0;
    }

    /** Whether the session is over. */
    boolean isOver() {
        return isOver;
    }

    long session() {
        return session;
    }

    /** The last sequence that the books include, -1 before the first message. */
    long sequence() {
        return sequence;
    }

    /** Time of the last included event in nanoseconds UTC; the null value of the schema if none had a time. */
    long timestamp() {
        return timestamp;
    }

    /** Sequence of the last included message of the source; the null value of the schema if none had one. */
    long sourceSequence() {
        return sourceSequence;
    }

    Books books() {
        return updater.books();
    }

    LevelBooks levelBooks() {
        return updater.levelBooks();
    }

    StateMessages stated() {
        return stated;
    }
}
