package io.verbus.orders.gateway;

import io.verbus.BusException;
import io.verbus.MessageWriter;
import io.verbus.codec.orders.AcceptedReportEncoder;
import io.verbus.codec.orders.CancelledReportEncoder;
import io.verbus.codec.orders.ControlReportEncoder;
import io.verbus.codec.orders.ControlResult;
import io.verbus.codec.orders.ExecutedReportEncoder;
import io.verbus.codec.orders.Liquidity;
import io.verbus.codec.orders.MassCancelledReportEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.OpenOrderEncoder;
import io.verbus.codec.orders.OpenOrdersEndEncoder;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.ReducedReportEncoder;
import io.verbus.codec.orders.RefusedReportEncoder;
import io.verbus.codec.orders.RejectedReportEncoder;
import io.verbus.codec.orders.ReplacedReportEncoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.matching.CancelReason;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.Reports;
import io.verbus.matching.RequestKind;
import io.verbus.matching.SeatOrderVisitor;
import io.verbus.matching.Terms;
import io.verbus.orders.MessageHead;
import io.verbus.orders.intake.GatewayEnd;

/**
 * Publishes the reports of the engine on orders.out, each with the next number of its seat. No reader blocks that
 * stream, so a claim is refused only when it is closed. Allocates nothing.
 */
final class SeatReports implements Reports, SeatOrderVisitor {
    /** Instead of a seat: the input is not of a seat. */
    static final int NO_SEAT = -1;

    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;

    private final MessageWriter out;
    private final GatewayEnd[] seats;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final AcceptedReportEncoder accepted = new AcceptedReportEncoder();
    private final RejectedReportEncoder rejected = new RejectedReportEncoder();
    private final ReplacedReportEncoder replaced = new ReplacedReportEncoder();
    private final ReducedReportEncoder reduced = new ReducedReportEncoder();
    private final CancelledReportEncoder cancelled = new CancelledReportEncoder();
    private final ExecutedReportEncoder executed = new ExecutedReportEncoder();
    private final RefusedReportEncoder refused = new RefusedReportEncoder();
    private final MassCancelledReportEncoder massCancelled = new MassCancelledReportEncoder();
    private final ControlReportEncoder controlled = new ControlReportEncoder();
    private final OpenOrderEncoder openOrder = new OpenOrderEncoder();
    private final OpenOrdersEndEncoder openOrdersEnd = new OpenOrdersEndEncoder();

    private long nowNs;
    private long event;
    private int seat = NO_SEAT;
    private long number;
    private int cancels;
    private boolean isRefused;
    private long count;
    private long trades;

    /** The seats are in order of their numbers, which are those of the engine. */
    SeatReports(final MessageWriter out, final GatewayEnd[] seats) {
        this.out = out;
        this.seats = seats;
    }

    /** Sets the monotonic time of the following reports. */
    void now(final long newNowNs) {
        nowNs = newNowNs;
    }

    long nowNs() {
        return nowNs;
    }

    /** Begins the reports of an entry: of a request of a seat; or of {@link #NO_SEAT} with number 0. */
    void begin(final long newEvent, final int newSeat, final long newNumber) {
        event = newEvent;
        seat = newSeat;
        number = newNumber;
        cancels = 0;
        isRefused = false;
    }

    /** Reports so far. */
    long count() {
        return count;
    }

    long trades() {
        return trades;
    }

    @Override
    public void accepted(final int to, final long id, final long order) {
        accepted.wrapAndApplyHeader(out.buffer(), claim(AcceptedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).instrumentId(AcceptedReportEncoder.instrumentIdNullValue()).seat(to)
                .eventNumber(event).answers(answers(to)).orderId(id).orderNumber(order);
        out.commit();
    }

    @Override
    public void rejected(final int to, final long id, final RefusalCode refusal) {
        rejected.wrapAndApplyHeader(out.buffer(), claim(RejectedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).instrumentId(RejectedReportEncoder.instrumentIdNullValue()).seat(to)
                .code(ReportCodes.of(refusal)).eventNumber(event).answers(answers(to)).orderId(id);
        out.commit();
    }

    @Override
    public void replaced(final int to, final long id, final long newId, final long order, final long open,
            final boolean placeKept) {
        replaced.wrapAndApplyHeader(out.buffer(), claim(ReplacedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).instrumentId(ReplacedReportEncoder.instrumentIdNullValue()).seat(to)
                .placeKept(placeKept ? YesNo.YES : YesNo.NO).eventNumber(event).answers(answers(to)).orderId(id)
                .newOrderId(newId).orderNumber(order).open(open);
        out.commit();
    }

    @Override
    public void reduced(final int to, final long id, final long quantity, final long open) {
        reduced.wrapAndApplyHeader(out.buffer(), claim(ReducedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).instrumentId(ReducedReportEncoder.instrumentIdNullValue()).seat(to)
                .eventNumber(event).answers(answers(to)).orderId(id).quantity(quantity).open(open);
        out.commit();
    }

    @Override
    public void cancelled(final int to, final long id, final long quantity, final CancelReason reason) {
        cancels++;
        cancelled.wrapAndApplyHeader(out.buffer(), claim(CancelledReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).instrumentId(CancelledReportEncoder.instrumentIdNullValue()).seat(to)
                .code(ReportCodes.of(reason)).eventNumber(event).answers(answers(to)).orderId(id)
                .quantity(quantity);
        out.commit();
    }

    @Override
    public void executed(final int to, final long id, final int instrument, final long quantity, final long price,
            final long trade, final boolean maker, final long open) {
        trades += maker ? 1 : 0;
        executed.wrapAndApplyHeader(out.buffer(), claim(ExecutedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).instrumentId(instrument).seat(to)
                .liquidity(maker ? Liquidity.MAKER : Liquidity.TAKER).eventNumber(event).answers(answers(to))
                .orderId(id).quantity(quantity).price(price).trade(trade).open(open);
        out.commit();
    }

    /** A refused control of the gateway or an operator has no seat, and no report. */
    @Override
    public void refused(final RequestKind request, final int to, final long id, final RefusalCode refusal) {
        if (to == NO_SEAT) {
            return;
        }
        isRefused = true;
        refused.wrapAndApplyHeader(out.buffer(), claim(RefusedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).instrumentId(RefusedReportEncoder.instrumentIdNullValue()).seat(to)
                .request(ReportCodes.of(request)).code(ReportCodes.of(refusal)).eventNumber(event)
                .answers(answers(to)).orderId(id);
        out.commit();
    }

    /** After the cancels of a mass cancel, unless it was refused. */
    void massCancelled() {
        if (isRefused) {
            return;
        }
        massCancelled.wrapAndApplyHeader(out.buffer(), claim(MassCancelledReportEncoder.BLOCK_LENGTH), header)
                .number(next(seat)).instrumentId(MassCancelledReportEncoder.instrumentIdNullValue()).seat(seat)
                .eventNumber(event).answers(number).orders(cancels);
        out.commit();
    }

    /** One order of an answer to {@code OpenOrdersRequest}. */
    @Override
    public void order(final int instrument, final int terms, final long price, final long order, final long id,
            final long open) {
        openOrder.wrapAndApplyHeader(out.buffer(), claim(OpenOrderEncoder.BLOCK_LENGTH), header).number(next(seat))
                .instrumentId(instrument).seat(seat)
                .side((terms & Terms.SELL) != 0 ? OrderSide.SELL : OrderSide.BUY)
                .duration(ReportCodes.duration(terms)).eventNumber(event).answers(number).orderId(id)
                .orderNumber(order).open(open).price(price)
                .postOnly((terms & Terms.POST_ONLY) != 0 ? YesNo.YES : YesNo.NO);
        out.commit();
    }

    /** The last answer. */
    void openOrdersEnd(final long orders) {
        openOrdersEnd.wrapAndApplyHeader(out.buffer(), claim(OpenOrdersEndEncoder.BLOCK_LENGTH), header)
                .number(next(seat)).instrumentId(OpenOrdersEndEncoder.instrumentIdNullValue()).seat(seat)
                .eventNumber(event).answers(number).orders(orders);
        out.commit();
    }

    /** Answers a request of an operator. */
    void controlled(final ControlResult result) {
        controlled.wrapAndApplyHeader(out.buffer(), claim(ControlReportEncoder.BLOCK_LENGTH), header)
                .number(next(seat)).instrumentId(ControlReportEncoder.instrumentIdNullValue()).seat(seat)
                .result(result).eventNumber(event).answers(number);
        out.commit();
    }

    private int claim(final int blockLength) {
        final int at = out.claim(HEADER + blockLength);
        if (at < 0) {
            throw new BusException("orders.out refuses a report of entry " + event + " (" + at
                    + "): it is closed, or has a blocking reader");
        }
        MessageHead.clear(out.buffer(), at);
        return at;
    }

    private long next(final int to) {
        count++;
        return seats[to].takeReportNumber(nowNs);
    }

    private long answers(final int to) {
        return to == seat ? number : 0;
    }
}
