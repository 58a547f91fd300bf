package io.verbus.orders.intake;

import io.verbus.MessageWriter;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EntryEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.OperatorEncoder;
import io.verbus.codec.orders.SeatConnectedEncoder;
import io.verbus.codec.orders.SeatDisconnectedEncoder;
import io.verbus.codec.orders.SequencerBeginsEncoder;
import io.verbus.codec.orders.TimeEncoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.orders.MessageHead;
import org.agrona.DirectBuffer;

/**
 * Appends entries to the log of the gateway, {@code orders.log}: gives each the next event number, and a time that
 * never decreases. A method that returns false has appended nothing and used no number: call it again. Used by one
 * thread; allocates nothing.
 *
 * <p>An entry of a message of a seat, in which the message is aligned as in its own frame:
 *
 * <pre>
 *          +-------------------------------------------------------+
 *       0  | header (8)                                            |
 *       8  | event number (8)                                      |
 *      16  | instrument (4)                                        |
 *      20  | seat (2)                                              |
 *      22  | length of the message (2)                             |
 *      24  | time ns (8)                                           |
 *      32  | session of orders.in (8)                              |
 *      40  | sequence in that session (8)                          |
 *          +-------------------------------------------------------+
 *      48  | the message as received, with its header              |
 *          +-------------------------------------------------------+
 * </pre>
 */
public final class EntryAppender {
    /** Offset of the message in an entry, as written by this version. */
    public static final int MESSAGE_OFFSET = MessageHeaderEncoder.ENCODED_LENGTH + EntryEncoder.BLOCK_LENGTH;

    private static final byte[] NO_DIGEST = new byte[SequencerBeginsEncoder.exchangeLength()];
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;
    private static final int INSTRUMENT_OFFSET = 16;

    private final MessageWriter log;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final EntryEncoder entry = new EntryEncoder();
    private final SeatConnectedEncoder connected = new SeatConnectedEncoder();
    private final SeatDisconnectedEncoder disconnected = new SeatDisconnectedEncoder();
    private final TimeEncoder time = new TimeEncoder();
    private final OperatorEncoder operator = new OperatorEncoder();
    private final SequencerBeginsEncoder begins = new SequencerBeginsEncoder();
    private long lastEvent;
    private long lastTimeNs = Long.MIN_VALUE + 1;

    /**
     * For a log without entries; see {@link #resume} for one with some.
     *
     * @param log of the gateway
     */
    public EntryAppender(final MessageWriter log) {
        this.log = log;
    }

    /**
     * Continues after the entries of an earlier gateway.
     *
     * @param event number of the last entry, 0 or more
     * @param timeNs its time
     */
    public void resume(final long event, final long timeNs) {
        lastEvent = event;
        lastTimeNs = timeNs;
    }

    /** {@return event number of the last entry, 0 before the first} */
    public long lastEvent() {
        return lastEvent;
    }

    /** {@return time of the last entry, UTC ns} */
    public long lastTimeNs() {
        return lastTimeNs;
    }

    /**
     * Appends a message of a seat, as received.
     *
     * @param timeNs UTC; counts as the time of the entry before if it is lower
     * @param from session and sequence that the message came from
     * @param seat number of the seat
     * @param buffer that contains the message
     * @param offset of its header
     * @param length of it, at most 65,535 bytes
     * @return false if the log has refused the claim
     */
    public boolean message(final long timeNs, final MessageOrigin from, final int seat, final DirectBuffer buffer,
            final int offset, final int length) {
        final int at = log.claim(MESSAGE_OFFSET + length);
        if (at < 0) {
            return false;
        }
        entry.wrapAndApplyHeader(log.buffer(), at, header).number(next(timeNs)).seat(seat).length(length)
                .time(lastTimeNs).session(from.session()).sequence(from.sequence());
        log.buffer().putInt(at + INSTRUMENT_OFFSET, buffer.getInt(offset + INSTRUMENT_OFFSET));
        log.buffer().putBytes(at + MESSAGE_OFFSET, buffer, offset, length);
        log.commit();
        return true;
    }

    /**
     * Appends that a session is bound to a seat.
     *
     * @param timeNs as in {@link #message}
     * @param from session and sequence of the {@code Establish}
     * @param seat number of the seat
     * @param requested by the {@code Establish}
     * @return false if the log has refused the claim
     */
    public boolean connected(final long timeNs, final MessageOrigin from, final int seat,
            final ConnectionTerms requested) {
        final int at = claim(HEADER + SeatConnectedEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return false;
        }
        connected.wrapAndApplyHeader(log.buffer(), at, header).number(next(timeNs))
                .instrumentId(SeatConnectedEncoder.instrumentIdNullValue()).seat(seat)
                .cancelOnDisconnect(requested.cancelOnDisconnect() ? YesNo.YES : YesNo.NO).time(lastTimeNs)
                .session(from.session()).sequence(from.sequence()).expected(requested.expected())
                .keepAlive(requested.keepAliveMs());
        log.commit();
        return true;
    }

    /**
     * Appends that a session is not bound to its seat any more.
     *
     * @param timeNs as in {@link #message}
     * @param session of orders.in
     * @param seat number of the seat
     * @param cause of it
     * @return false if the log has refused the claim
     */
    public boolean disconnected(final long timeNs, final long session, final int seat, final DisconnectCause cause) {
        final int at = claim(HEADER + SeatDisconnectedEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return false;
        }
        disconnected.wrapAndApplyHeader(log.buffer(), at, header).number(next(timeNs))
                .instrumentId(SeatDisconnectedEncoder.instrumentIdNullValue()).seat(seat).cause(cause)
                .time(lastTimeNs).session(session);
        log.commit();
        return true;
    }

    /**
     * Appends that time has passed.
     *
     * @param timeNs as in {@link #message}
     * @return false if the log has refused the claim
     */
    public boolean time(final long timeNs) {
        final int at = claim(HEADER + TimeEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return false;
        }
        time.wrapAndApplyHeader(log.buffer(), at, header).number(next(timeNs))
                .instrumentId(TimeEncoder.instrumentIdNullValue()).seat(0).time(lastTimeNs);
        log.commit();
        return true;
    }

    /**
     * Appends a control of the market.
     *
     * @param timeNs as in {@link #message}
     * @param control to append
     * @return false if the log has refused the claim
     */
    public boolean operator(final long timeNs, final OperatorControl control) {
        final int at = claim(HEADER + OperatorEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return false;
        }
        operator.wrapAndApplyHeader(log.buffer(), at, header).number(next(timeNs))
                .instrumentId(control.instrument() < 0
                        ? OperatorEncoder.instrumentIdNullValue()
                        : control.instrument())
                .seat(control.seat()).action(control.action()).limitCode(control.limit()).time(lastTimeNs)
                .session(OperatorEncoder.sessionNullValue()).sequence(OperatorEncoder.sequenceNullValue())
                .value(control.value()).burst(control.burst()).selfTrade(control.selfTrade());
        log.commit();
        return true;
    }

    /**
     * Appends that this gateway begins to write.
     *
     * @param timeNs as in {@link #message}
     * @param session of orders.out to which it publishes
     * @param tradingDay days since 1970-01-01
     * @return false if the log has refused the claim
     */
    public boolean begins(final long timeNs, final long session, final int tradingDay) {
        return begins(timeNs, session, tradingDay, NO_DIGEST);
    }

    /**
     * Appends that this gateway begins to write.
     *
     * @param timeNs as in {@link #message}
     * @param session of orders.out to which it publishes
     * @param tradingDay days since 1970-01-01
     * @param exchange SHA-256 of the instruments, seats and limits; all 0 if it is not known
     * @return false if the log has refused the claim
     */
    public boolean begins(final long timeNs, final long session, final int tradingDay, final byte[] exchange) {
        final int at = claim(HEADER + SequencerBeginsEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return false;
        }
        begins.wrapAndApplyHeader(log.buffer(), at, header).number(next(timeNs))
                .instrumentId(SequencerBeginsEncoder.instrumentIdNullValue()).seat(0).time(lastTimeNs)
                .session(session).tradingDay(tradingDay).putExchange(exchange, 0, exchange.length);
        log.commit();
        return true;
    }

    private int claim(final int length) {
        final int at = log.claim(length);
        if (at >= 0) {
            MessageHead.clear(log.buffer(), at);
        }
        return at;
    }

    private long next(final long timeNs) {
        lastTimeNs = Math.max(lastTimeNs, timeNs);
        return ++lastEvent;
    }
}
