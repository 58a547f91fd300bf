package io.verbus.marketdata.feed;

import io.verbus.codec.marketdata.ClearBooksEncoder;
import io.verbus.codec.marketdata.ClearReason;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.SessionBeginEncoder;
import org.agrona.MutableDirectBuffer;

/** The messages that the feed handler adds to those of the source. */
final class SessionMessages {
    static final int SESSION_BEGIN_LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + SessionBeginEncoder.BLOCK_LENGTH;
    static final int CLEAR_BOOKS_LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + ClearBooksEncoder.BLOCK_LENGTH;

    private static final int ITCH_5_0 = 50;

    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final SessionBeginEncoder sessionBegin = new SessionBeginEncoder();
    private final ClearBooksEncoder clearBooks = new ClearBooksEncoder();

    void sessionBegin(final MutableDirectBuffer out, final int offset, final TradingDay day) {
        out.setMemory(offset, SESSION_BEGIN_LENGTH, (byte) 0);
        sessionBegin.wrapAndApplyHeader(out, offset, header)
                .timestamp(SessionBeginEncoder.timestampNullValue())
                .instrumentId(0)
                .trackingNumber(0)
                .tradingDay((int) day.date().toEpochDay())
                .version(ITCH_5_0)
                .origin(day.midnightNs())
                .venue(day.venue())
                .format("ITCH");
    }

    void clearBooks(final MutableDirectBuffer out, final int offset, final ClearReason reason) {
        clearBooks.wrapAndApplyHeader(out, offset, header)
                .timestamp(ClearBooksEncoder.timestampNullValue())
                .instrumentId(0)
                .trackingNumber(0)
                .reason(reason);
    }
}
