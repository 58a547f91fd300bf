package io.verbus.orders.seat;

import io.verbus.MessageWriter;
import io.verbus.codec.orders.CancelOrderEncoder;
import io.verbus.codec.orders.ControlRequestEncoder;
import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.MassCancelEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.NewOrderEncoder;
import io.verbus.codec.orders.OpenOrdersRequestEncoder;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.PriceType;
import io.verbus.codec.orders.ReduceOrderEncoder;
import io.verbus.codec.orders.ReplaceOrderEncoder;
import io.verbus.codec.orders.SelfTradeCode;
import io.verbus.codec.orders.SequenceEncoder;
import io.verbus.codec.orders.StatusRequestEncoder;
import io.verbus.codec.orders.TerminateEncoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.orders.MessageHead;
import java.nio.ByteOrder;

/**
 * Numbers and writes the messages of an established seat. Requests claim in place and never wait. They return the
 * number of the message, from 1, or a negative code of {@link LocalRefusal} or {@link io.verbus.Publication}. Times are
 * in monotonic ns. Used by the thread of the seat; allocates nothing.
 */
public final class SeatRequests {
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;

    private final MessageWriter sink;
    private final SendWindow window;
    private final SeatOrders orders;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final ReplaceOrderEncoder replace = new ReplaceOrderEncoder();
    private final ReduceOrderEncoder reduce = new ReduceOrderEncoder();
    private final CancelOrderEncoder cancel = new CancelOrderEncoder();
    private final MassCancelEncoder massCancel = new MassCancelEncoder();
    private final OpenOrdersRequestEncoder openOrders = new OpenOrdersRequestEncoder();
    private final ControlRequestEncoder control = new ControlRequestEncoder();
    private final StatusRequestEncoder status = new StatusRequestEncoder();
    private final SequenceEncoder sequence = new SequenceEncoder();
    private final TerminateEncoder terminate = new TerminateEncoder();

    private int seat;
    private boolean isOpen;
    /** The next report that the seat expects. */
    private long expected;
    private long lastSentNs;
    private long claimedId;
    private long claimedAt;

    SeatRequests(final MessageWriter sink, final SendWindow window, final SeatOrders orders, final long expected) {
        this.sink = sink;
        this.window = window;
        this.orders = orders;
        this.expected = expected;
    }

    void open(final int newSeat, final long nowNs) {
        seat = newSeat;
        isOpen = true;
        lastSentNs = nowNs;
    }

    void close() {
        isOpen = false;
    }

    void expect(final long newExpected) {
        expected = newExpected;
    }

    boolean isQuietFor(final long nowNs, final long intervalNs) {
        return nowNs - lastSentNs >= intervalNs;
    }

    /**
     * Reserves space for a new order: then set the fields of {@link #order()}, and {@link #commitOrder} or {@link
     * #abortOrder}.
     *
     * @param id client order id
     * @return 0, or a negative code
     */
    public int claimOrder(final long id) {
        if (isOpen && orders.isKnown(id)) {
            return LocalRefusal.DUPLICATE_ORDER;
        }
        final int at = claim(NewOrderEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return at;
        }
        claimedId = id;
        newOrder.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next()).seat(seat)
                .duration(OrderDuration.DAY).expected(expected).orderId(id).quantity(0).price(0)
                .priceType(PriceType.LIMIT).postOnly(YesNo.NO);
        return 0;
    }

    /** {@return the claimed order: a limit order for the day; number, seat and id must not be changed} */
    public NewOrderEncoder order() {
        return newOrder;
    }

    /**
     * Sends the claimed order.
     *
     * @param nowNs time
     * @return its number
     */
    public long commitOrder(final long nowNs) {
        final long quantity = newOrder.buffer().getLong(newOrder.offset() + NewOrderEncoder.quantityEncodingOffset(),
                ByteOrder.LITTLE_ENDIAN);
        orders.sent(claimedId, quantity);
        return commit(nowNs, NewOrderEncoder.TEMPLATE_ID, claimedId);
    }

    /** Aborts the claimed order: no number is used. */
    public void abortOrder() {
        sink.abort();
    }

    /**
     * Replaces an order.
     *
     * @param nowNs time
     * @param id client order id
     * @param newId its id from now on
     * @param quantity open quantity from now on
     * @param price from now on
     * @return number of the message, or a negative code
     */
    public long replace(final long nowNs, final long id, final long newId, final long quantity, final long price) {
        final int refusal = isOpen ? refusalOfReplacement(id, newId) : LocalRefusal.NOT_ESTABLISHED;
        final int at = refusal == 0 ? claim(ReplaceOrderEncoder.BLOCK_LENGTH) : refusal;
        if (at < 0) {
            return at;
        }
        replace.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next())
                .instrumentId(ReplaceOrderEncoder.instrumentIdNullValue()).seat(seat).expected(expected)
                .orderId(id).newOrderId(newId).quantity(quantity).price(price);
        orders.sent(newId, quantity);
        return commit(nowNs, ReplaceOrderEncoder.TEMPLATE_ID, newId);
    }

    /**
     * Reduces the open quantity of an order.
     *
     * @param nowNs time
     * @param id client order id
     * @param quantity open quantity that is left
     * @return number of the message, or a negative code
     */
    public long reduce(final long nowNs, final long id, final long quantity) {
        final int at = claimFor(id, ReduceOrderEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return at;
        }
        reduce.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next())
                .instrumentId(ReduceOrderEncoder.instrumentIdNullValue()).seat(seat).expected(expected)
                .orderId(id).quantity(quantity);
        return commit(nowNs, ReduceOrderEncoder.TEMPLATE_ID, id);
    }

    /**
     * Cancels an order.
     *
     * @param nowNs time
     * @param id client order id
     * @return number of the message, or a negative code
     */
    public long cancel(final long nowNs, final long id) {
        final int at = claimFor(id, CancelOrderEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return at;
        }
        cancel.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next())
                .instrumentId(CancelOrderEncoder.instrumentIdNullValue()).seat(seat).expected(expected).orderId(id);
        return commit(nowNs, CancelOrderEncoder.TEMPLATE_ID, id);
    }

    /**
     * Cancels all orders of the seat.
     *
     * @param nowNs time
     * @return number of the message, or a negative code
     */
    public long massCancel(final long nowNs) {
        return massCancel(nowNs, MassCancelEncoder.instrumentIdNullValue());
    }

    /**
     * Cancels all orders of the seat in an instrument.
     *
     * @param nowNs time
     * @param instrument of the orders
     * @return number of the message, or a negative code
     */
    public long massCancel(final long nowNs, final long instrument) {
        final int at = claim(MassCancelEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return at;
        }
        massCancel.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next()).instrumentId(instrument)
                .seat(seat).expected(expected);
        return commit(nowNs, MassCancelEncoder.TEMPLATE_ID, 0);
    }

    /**
     * Requests a report of each open order.
     *
     * @param nowNs time
     * @return number of the message, or a negative code
     */
    public long requestOpenOrders(final long nowNs) {
        final int at = claim(OpenOrdersRequestEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return at;
        }
        openOrders.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next())
                .instrumentId(OpenOrdersRequestEncoder.instrumentIdNullValue()).seat(seat).expected(expected);
        return commit(nowNs, OpenOrdersRequestEncoder.TEMPLATE_ID, 0);
    }

    /**
     * Reserves space for a control of the market, of an operator's seat: then set the fields of {@link #control()}, and
     * {@link #commitControl}.
     *
     * @param action to request
     * @param subject name of the seat or the instrument that it concerns; empty for none
     * @return 0, or a negative code
     */
    public int claimControl(final OperatorAction action, final String subject) {
        final int at = claim(ControlRequestEncoder.BLOCK_LENGTH);
        if (at < 0) {
            return at;
        }
        control.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next())
                .instrumentId(ControlRequestEncoder.instrumentIdNullValue()).seat(seat).action(action)
                .limitCode(LimitCode.NULL_VAL).expected(expected).value(0).burst(0)
                .selfTrade(SelfTradeCode.NULL_VAL).subject(subject);
        return 0;
    }

    /** {@return the claimed control, without limit, rate and treatment; number, seat and subject must stay} */
    public ControlRequestEncoder control() {
        return control;
    }

    /**
     * Sends the claimed control.
     *
     * @param nowNs time
     * @return its number
     */
    public long commitControl(final long nowNs) {
        return commit(nowNs, ControlRequestEncoder.TEMPLATE_ID, 0);
    }

    /**
     * Requests the state of the market, for an operator's seat. The request has no number: repeat it if no answer
     * comes.
     *
     * @param nowNs time
     * @return 0, or a negative code
     */
    public int requestStatus(final long nowNs) {
        final int length = HEADER + StatusRequestEncoder.BLOCK_LENGTH;
        if (!isOpen || !window.hasRoomForHeartbeat(sink.position(), length)) {
            return isOpen ? LocalRefusal.WINDOW_FULL : LocalRefusal.NOT_ESTABLISHED;
        }
        final int at = cleared(length);
        if (at < 0) {
            return at;
        }
        status.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next())
                .instrumentId(StatusRequestEncoder.instrumentIdNullValue()).seat(seat).expected(expected);
        sink.commit();
        lastSentNs = nowNs;
        return 0;
    }

    boolean heartbeat(final long nowNs) {
        final int length = HEADER + SequenceEncoder.BLOCK_LENGTH;
        final int at = window.hasRoomForHeartbeat(sink.position(), length) ? cleared(length) : -1;
        if (at < 0) {
            return false;
        }
        sequence.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next())
                .instrumentId(SequenceEncoder.instrumentIdNullValue()).seat(seat).expected(expected)
                .session(SequenceEncoder.sessionNullValue());
        sink.commit();
        lastSentNs = nowNs;
        return true;
    }

    boolean terminate() {
        final int length = HEADER + TerminateEncoder.BLOCK_LENGTH;
        final int at = window.hasRoomForHeartbeat(sink.position(), length) ? cleared(length) : -1;
        if (at < 0) {
            return false;
        }
        terminate.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next())
                .instrumentId(TerminateEncoder.instrumentIdNullValue()).seat(seat).expected(expected);
        sink.commit();
        return true;
    }

    private int refusalOfReplacement(final long id, final long newId) {
        if (!orders.isKnown(id)) {
            return LocalRefusal.UNKNOWN_ORDER;
        }
        return orders.isKnown(newId) ? LocalRefusal.DUPLICATE_ORDER : 0;
    }

    private int claimFor(final long id, final int blockLength) {
        return isOpen && !orders.isKnown(id) ? LocalRefusal.UNKNOWN_ORDER : claim(blockLength);
    }

    private int claim(final int blockLength) {
        if (!isOpen) {
            return LocalRefusal.NOT_ESTABLISHED;
        }
        claimedAt = sink.position();
        if (!window.hasRoom(claimedAt, HEADER + blockLength)) {
            return LocalRefusal.WINDOW_FULL;
        }
        return cleared(HEADER + blockLength);
    }

    private int cleared(final int length) {
        final int at = sink.claim(length);
        if (at >= 0) {
            MessageHead.clear(sink.buffer(), at);
        }
        return at;
    }

    private long commit(final long nowNs, final int template, final long orderId) {
        final long number = window.next();
        sink.commit();
        window.sent(number, claimedAt, template, orderId);
        lastSentNs = nowNs;
        return number;
    }
}
