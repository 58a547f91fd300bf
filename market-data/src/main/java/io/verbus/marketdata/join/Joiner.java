package io.verbus.marketdata.join;

import io.verbus.BusException;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import org.agrona.DirectBuffer;

/** Receives the session events and the result of a {@link Join}. Called by the polling thread. */
public interface Joiner extends SessionListener {
    @Override
    default void onEvent(final SessionEvent event) {
    }

    /**
     * The books are in the state of a session before message {@code next}; its messages and events follow.
     *
     * @param session that was joined
     * @param next the first message that is not in the books yet
     * @param entries number of orders and price levels in the snapshot; negative if none was needed, because {@code
     *     next} is 0
     */
    default void onJoined(final Session session, final long next, final int entries) {
    }

    /**
     * A message of a snapshot states how the market or an instrument is: the newest {@code SessionBegin}, {@code
     * MarketEvent}, and of each instrument {@code Instrument}, {@code TradingStatus}, {@code Auction} before it has
     * traded, and {@code StockDirectory} of NASDAQ. It is applied already, as far as it concerns books. If the snapshot
     * is refused later, the next one states all of it again.
     *
     * @param session to be joined
     * @param type of the message, of {@link io.verbus.marketdata.book.MessageTypes}
     * @param buffer of the message, valid during this call
     * @param offset of its header
     * @param length of header and body in bytes
     */
    default void onState(final Session session, final int type, final DirectBuffer buffer, final int offset,
            final int length) {
    }

    /**
     * One of several sessions could not be joined: there was no usable snapshot in time, or a held message was not
     * applied. Its later messages and events are those of a session that is not joined.
     *
     * @param session that was not joined
     * @param cause with a message for the user
     */
    default void onNotJoined(final Session session, final BusException cause) {
    }

    /**
     * Reports progress to the user.
     *
     * @param message one line
     */
    default void report(final String message) {
    }
}
