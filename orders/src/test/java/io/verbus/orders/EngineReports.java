package io.verbus.orders;

import io.verbus.MessageWriter;
import io.verbus.codec.orders.AcceptedReportEncoder;
import io.verbus.codec.orders.CancelCode;
import io.verbus.codec.orders.CancelledReportEncoder;
import io.verbus.codec.orders.ExecutedReportEncoder;
import io.verbus.codec.orders.Liquidity;
import io.verbus.codec.orders.MassCancelledReportEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.OpenOrderEncoder;
import io.verbus.codec.orders.OpenOrdersEndEncoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.ReducedReportEncoder;
import io.verbus.codec.orders.RefusedReportEncoder;
import io.verbus.codec.orders.RejectCode;
import io.verbus.codec.orders.RejectedReportEncoder;
import io.verbus.codec.orders.ReplacedReportEncoder;
import io.verbus.codec.orders.RequestCode;
import io.verbus.codec.orders.YesNo;
import io.verbus.matching.CancelReason;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.Reports;
import io.verbus.matching.RequestKind;
import io.verbus.matching.Terms;
import io.verbus.orders.intake.GatewayEnd;

/** Publishes the reports of the engine to their seats. */
final class EngineReports implements Reports {
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
    private final OpenOrderEncoder openOrder = new OpenOrderEncoder();
    private final OpenOrdersEndEncoder openOrdersEnd = new OpenOrdersEndEncoder();

    long nowNs;
    private long event;
    private int seat;
    private long number;
    private int cancels;
    private boolean isRefused;

    EngineReports(final MessageWriter out, final GatewayEnd[] seats) {
        this.out = out;
        this.seats = seats;
    }

    /** Begins the reports of an entry: of a message of a seat, or with number 0. */
    void begin(final long newEvent, final int newSeat, final long newNumber) {
        event = newEvent;
        seat = newSeat;
        number = newNumber;
        cancels = 0;
        isRefused = false;
    }

    @Override
    public void accepted(final int to, final long id, final long order) {
        accepted.wrapAndApplyHeader(out.buffer(), claim(AcceptedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).seat(to).eventNumber(event).answers(answers(to)).orderId(id).orderNumber(order);
        out.commit();
    }

    @Override
    public void rejected(final int to, final long id, final RefusalCode refusal) {
        rejected.wrapAndApplyHeader(out.buffer(), claim(RejectedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).seat(to).code(RejectCode.valueOf(refusal.name())).eventNumber(event)
                .answers(answers(to)).orderId(id);
        out.commit();
    }

    @Override
    public void replaced(final int to, final long id, final long newId, final long order, final long open,
            final boolean placeKept) {
        replaced.wrapAndApplyHeader(out.buffer(), claim(ReplacedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).seat(to).placeKept(placeKept ? YesNo.YES : YesNo.NO).eventNumber(event)
                .answers(answers(to)).orderId(id).newOrderId(newId).orderNumber(order).open(open);
        out.commit();
    }

    @Override
    public void reduced(final int to, final long id, final long quantity, final long open) {
        reduced.wrapAndApplyHeader(out.buffer(), claim(ReducedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).seat(to).eventNumber(event).answers(answers(to)).orderId(id).quantity(quantity)
                .open(open);
        out.commit();
    }

    @Override
    public void cancelled(final int to, final long id, final long quantity, final CancelReason reason) {
        cancels++;
        cancelled.wrapAndApplyHeader(out.buffer(), claim(CancelledReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).seat(to).code(CancelCode.valueOf(reason.name())).eventNumber(event)
                .answers(answers(to)).orderId(id).quantity(quantity);
        out.commit();
    }

    @Override
    public void executed(final int to, final long id, final int instrument, final long quantity, final long price,
            final long trade, final boolean maker, final long open) {
        executed.wrapAndApplyHeader(out.buffer(), claim(ExecutedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).instrumentId(instrument).seat(to)
                .liquidity(maker ? Liquidity.MAKER : Liquidity.TAKER).eventNumber(event).answers(answers(to))
                .orderId(id).quantity(quantity).price(price).trade(trade).open(open);
        out.commit();
    }

    @Override
    public void refused(final RequestKind request, final int to, final long id, final RefusalCode refusal) {
        isRefused = true;
        refused.wrapAndApplyHeader(out.buffer(), claim(RefusedReportEncoder.BLOCK_LENGTH), header)
                .number(next(to)).seat(to).request(RequestCode.valueOf(request.name()))
                .code(RejectCode.valueOf(refusal.name())).eventNumber(event).answers(answers(to)).orderId(id);
        out.commit();
    }

    /** After the cancels of a mass cancel, unless it was refused. */
    void massCancelled() {
        if (isRefused) {
            return;
        }
        massCancelled.wrapAndApplyHeader(out.buffer(), claim(MassCancelledReportEncoder.BLOCK_LENGTH), header)
                .number(next(seat)).seat(seat).eventNumber(event).answers(number).orders(cancels);
        out.commit();
    }

    void openOrder(final RestingOrder order) {
        openOrder.wrapAndApplyHeader(out.buffer(), claim(OpenOrderEncoder.BLOCK_LENGTH), header).number(next(seat))
                .instrumentId(order.instrument()).seat(seat)
                .side(order.side() == Terms.BUY ? OrderSide.BUY : OrderSide.SELL).duration(OrderDuration.DAY)
                .eventNumber(event).answers(number).orderId(order.id()).orderNumber(order.number())
                .open(order.open()).price(order.price()).postOnly(YesNo.NO);
        out.commit();
    }

    void openOrdersEnd(final int orders) {
        openOrdersEnd.wrapAndApplyHeader(out.buffer(), claim(OpenOrdersEndEncoder.BLOCK_LENGTH), header)
                .number(next(seat)).seat(seat).eventNumber(event).answers(number).orders(orders);
        out.commit();
    }

    private int claim(final int blockLength) {
        final int at = out.claim(HEADER + blockLength);
        MessageHead.clear(out.buffer(), at);
        return at;
    }

    private long next(final int to) {
        return seats[to].takeReportNumber(nowNs);
    }

    private long answers(final int to) {
        return to == seat ? number : 0;
    }
}
