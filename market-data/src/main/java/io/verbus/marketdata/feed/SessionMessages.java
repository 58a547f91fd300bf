package io.verbus.marketdata.feed;

import io.verbus.MessageWriter;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentStateEncoder;
import io.verbus.codec.marketdata.SessionBeginEncoder;
import io.verbus.codec.marketdata.SessionEndEncoder;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.MessagePrefix;

/** Writes the messages that the feed handler adds to those of the source; all are about the whole market. */
final class SessionMessages {
    private static final int HEADER = MessagePrefix.LENGTH - 32;
    private static final long SESSION_BEGIN = MessagePrefix.header(SessionBeginEncoder.BLOCK_LENGTH,
            SessionBeginEncoder.TEMPLATE_ID);
    private static final long SESSION_END = MessagePrefix.header(SessionEndEncoder.BLOCK_LENGTH,
            SessionEndEncoder.TEMPLATE_ID);
    private static final long INSTRUMENT_STATE = MessagePrefix.header(InstrumentStateEncoder.BLOCK_LENGTH,
            InstrumentStateEncoder.TEMPLATE_ID);

    private final MessageWriter out;
    private final SessionBeginEncoder sessionBegin = new SessionBeginEncoder();

    /** The writer never returns back-pressure; after a negative claim nothing is written. */
    SessionMessages(final MessageWriter out) {
        this.out = out;
    }

    void begin(final TradingDay day, final SourceFormat format) {
        final int body = put(SESSION_BEGIN, SessionBeginEncoder.BLOCK_LENGTH, 0, MessagePrefix.NO_SEQUENCE, 0);
        if (body >= 0) {
            sessionBegin.wrap(out.buffer(), body)
                    .tradingDay((int) day.date().toEpochDay())
                    .version(format.version())
                    .origin(format.originNs())
                    .venue(day.venue())
                    .format(format.name());
            out.commit();
        }
    }

    /** The state of all instruments, after the message of the source with this sequence. */
    void state(final InstrumentAction action, final StateReason reason, final long sequence) {
        state(action, reason, sequence, 0);
    }

    /** The same with a flag, such as {@link MessagePrefix#SUSPECT}. */
    void state(final InstrumentAction action, final StateReason reason, final long sequence, final int flag) {
        final int body = put(INSTRUMENT_STATE, InstrumentStateEncoder.BLOCK_LENGTH, action.value(), sequence, flag);
        if (body >= 0) {
            out.buffer().putByte(body + InstrumentStateEncoder.reasonEncodingOffset(), reason.value());
            out.commit();
        }
    }

    void end(final long sequence) {
        if (put(SESSION_END, SessionEndEncoder.BLOCK_LENGTH, 0, sequence, 0) >= 0) {
            out.commit();
        }
    }

    /** Returns the offset of the body, or a negative number. */
    private int put(final long header, final int blockLength, final int code, final long sequence,
            final int flag) {
        final int offset = out.claim(HEADER + blockLength);
        return offset < 0
                ? offset
                : MessagePrefix.put(out.buffer(), offset, header, MessagePrefix.NO_TIME, MessagePrefix.NO_TIME,
                        sequence,
                        MessagePrefix.tail(BookUpdater.WHOLE_MARKET, 0, MessagePrefix.END_OF_EVENT | flag, code));
    }
}
