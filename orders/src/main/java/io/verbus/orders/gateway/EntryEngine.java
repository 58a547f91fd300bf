package io.verbus.orders.gateway;

import io.verbus.BusException;
import io.verbus.codec.orders.CancelOrderDecoder;
import io.verbus.codec.orders.ControlRequestDecoder;
import io.verbus.codec.orders.ControlResult;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.MassCancelDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.NewOrderDecoder;
import io.verbus.codec.orders.OpenOrdersRequestDecoder;
import io.verbus.codec.orders.OperatorDecoder;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.PriceType;
import io.verbus.codec.orders.ReduceOrderDecoder;
import io.verbus.codec.orders.ReplaceOrderDecoder;
import io.verbus.codec.orders.TimeDecoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import io.verbus.matching.Limit;
import io.verbus.matching.SelfTrade;
import io.verbus.matching.Terms;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.matching.script.ListedSeat;
import io.verbus.orders.MessageHead;
import io.verbus.orders.intake.EntryListener;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.OperatorControl;
import java.util.BitSet;
import org.agrona.DirectBuffer;

/**
 * Runs the engine on entries, live or repeated: each entry is one input, so event numbers are the engine's input
 * numbers. Reports and changes of the books follow from the entries and the exchange file only. Allocates nothing for
 * requests of seats.
 */
final class EntryEngine implements EntryListener {
    private static final EngineCapacity CAPACITY = new EngineCapacity(SettingControls.MAX_ORDERS,
            EngineCapacity.DEFAULT.accounts(), EngineCapacity.DEFAULT.idPages());

    private final SeatReports reports;
    private final BookChangeWriter changes;
    private final DisconnectRules disconnects;
    private final ControlRequests controls;
    private final BitSet killed = new BitSet();
    private boolean isAllKilled;
    /** Seats whose requests over their message rate wait in their own logs. */
    private final BitSet waiting = new BitSet();
    private final Engine engine;
    private final OpenOrderAnswers openOrders;
    private final MessageHead head = new MessageHead();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final NewOrderDecoder order = new NewOrderDecoder();
    private final ReplaceOrderDecoder replace = new ReplaceOrderDecoder();
    private final ReduceOrderDecoder reduce = new ReduceOrderDecoder();
    private final CancelOrderDecoder cancel = new CancelOrderDecoder();
    private final MassCancelDecoder massCancel = new MassCancelDecoder();
    private final OperatorDecoder operator = new OperatorDecoder();
    private final ControlRequestDecoder request = new ControlRequestDecoder();

    /**
     * An engine without entries.
     *
     * @param exchange instruments, and the seats whose orders it cancels at each disconnection
     * @param hashSeed secret to traders, see {@link Engine}
     * @param reports publishes the reports
     * @param changes publishes the changes of the books
     * @param listedOrders see {@link GatewaySettings}
     */
    EntryEngine(final ExchangeFile exchange, final long hashSeed, final SeatReports reports,
            final BookChangeWriter changes, final int listedOrders) {
        this.reports = reports;
        this.changes = changes;
        disconnects = DisconnectRules.of(exchange);
        controls = new ControlRequests(exchange);
        exchange.seats().stream().filter(ListedSeat::waits).forEach(seat -> waiting.set(seat.number()));
        engine = new Engine(CAPACITY, hashSeed, reports, changes);
        openOrders = new OpenOrderAnswers(engine, reports, listedOrders);
        exchange.instruments()
                .forEach(one -> engine.defineInstrument(one.number(), one.tick(), one.lot(), one.reference()));
    }

    /** The engine, to read from. */
    Engine engine() {
        return engine;
    }

    boolean isOperator(final int seat) {
        return controls.isOperator(seat);
    }

    /** Whether the kill switch of a seat is on. */
    boolean isKilled(final int seat) {
        return killed.get(seat);
    }

    /** Whether the kill switch of all seats is on. */
    boolean isKilled() {
        return isAllKilled;
    }

    @Override
    public void onMessage(final long event, final long timeNs, final GatewayEnd seat, final DirectBuffer buffer,
            final int offset, final int length) {
        if (!head.wrap(buffer, offset, length)) {
            throw new BusException("entry " + event + " contains no message of a seat: the log is damaged");
        }
        begin(event, timeNs, seat.seat(), head.number());
        run(event, timeNs, seat.seat(), buffer, offset);
        assert engine.inputs() == event : "input " + engine.inputs() + " of entry " + event;
    }

    private void run(final long event, final long timeNs, final int seat, final DirectBuffer buffer,
            final int offset) {
        switch (head.template()) {
            case NewOrderDecoder.TEMPLATE_ID -> newOrder(timeNs, seat, buffer, offset);
            case ReplaceOrderDecoder.TEMPLATE_ID -> replaceOrder(timeNs, seat, buffer, offset);
            case ReduceOrderDecoder.TEMPLATE_ID -> reduceOrder(timeNs, seat, buffer, offset);
            case CancelOrderDecoder.TEMPLATE_ID ->
                engine.cancel(timeNs, seat, cancel.wrapAndApplyHeader(buffer, offset, header).orderId());
            case MassCancelDecoder.TEMPLATE_ID -> massCancel(timeNs, seat, buffer, offset);
            case OpenOrdersRequestDecoder.TEMPLATE_ID -> openOrders.begin(timeNs, seat, head.number());
            case ControlRequestDecoder.TEMPLATE_ID -> requestControl(event, timeNs, seat, buffer, offset);
            default -> throw new BusException("entry " + event + " contains a message of type " + head.template()
                    + ", which is no request: the log is damaged");
        }
    }

    /** Only new orders, replacements and requests for open orders need message rate; the latter always wait for it. */
    @Override
    public boolean admits(final GatewayEnd seat, final int template, final long timeNs) {
        if (template == OpenOrdersRequestDecoder.TEMPLATE_ID) {
            return openOrders.admits(seat.seat(), timeNs);
        }
        return !waiting.get(seat.seat())
                || template != NewOrderDecoder.TEMPLATE_ID && template != ReplaceOrderDecoder.TEMPLATE_ID
                || engine.hasRate(timeNs, seat.seat());
    }

    @Override
    public void onConnected(final long event, final long timeNs, final GatewayEnd seat) {
        begin(event, timeNs, seat.seat(), 0);
        engine.time(timeNs);
        engine.setCancelOnDisconnect(seat.seat(), seat.cancelsOnDisconnect() || disconnects.cancels(seat.seat()));
    }

    @Override
    public void onDisconnected(final long event, final long timeNs, final GatewayEnd seat,
            final DisconnectCause cause) {
        begin(event, timeNs, seat.seat(), 0);
        engine.disconnect(timeNs, seat.seat());
    }

    @Override
    public void onControl(final long event, final long timeNs, final int template, final DirectBuffer buffer,
            final int offset) {
        if (template == OperatorDecoder.TEMPLATE_ID) {
            operator.wrapAndApplyHeader(buffer, offset, header);
            control(event, timeNs, new OperatorControl(operator.action(), operator.seat(),
                    (int) operator.instrumentId(), operator.limitCode(), operator.value(), operator.burst(),
                    operator.selfTrade()));
        } else if (template == TimeDecoder.TEMPLATE_ID) {
            timePasses(event, timeNs);
        } else {
            time(event, timeNs);
        }
    }

    /** Whether a {@code Time} entry is due, with which an answer under way continues. */
    boolean isTimeDue() {
        return openOrders.isDue();
    }

    /** Whether an answer to a request for open orders is under way. */
    boolean isListing() {
        return openOrders.isUnderWay();
    }

    /** A {@code Time} entry. */
    void timePasses(final long event, final long timeNs) {
        time(event, timeNs);
        openOrders.next(event);
    }

    /** An entry that only carries a time. */
    void time(final long event, final long timeNs) {
        begin(event, timeNs, SeatReports.NO_SEAT, 0);
        engine.time(timeNs);
    }

    /** An {@code Operator} entry. */
    void control(final long event, final long timeNs, final OperatorControl control) {
        begin(event, timeNs, SeatReports.NO_SEAT, 0);
        switch (control.action()) {
            case HALT -> {
                engine.halt(timeNs, control.instrument());
                changes.status(control.instrument(), true);
            }
            case RESUME -> {
                engine.resume(timeNs, control.instrument());
                changes.status(control.instrument(), false);
            }
            case KILL -> {
                engine.kill(timeNs, control.seat());
                killed.set(control.seat());
            }
            case REVIVE -> {
                engine.revive(timeNs, control.seat());
                killed.clear(control.seat());
            }
            case KILL_ALL -> {
                engine.killAll(timeNs);
                isAllKilled = true;
            }
            case REVIVE_ALL -> {
                engine.reviveAll(timeNs);
                isAllKilled = false;
            }
            case END_DAY -> engine.endDay(timeNs);
            case SET_LIMIT, SET_RATE, SET_SELF_TRADE, SET_COLLAR -> set(event, timeNs, control);
            case NULL_VAL, SBE_UNKNOWN -> throw new BusException("entry " + event
                    + " has an unknown control: run the release that wrote the log");
        }
    }

    /** A setting is no input of the engine: the entry is a time input, and the setting follows it. */
    private void set(final long event, final long timeNs, final OperatorControl control) {
        engine.time(timeNs);
        try {
            switch (control.action()) {
                case SET_LIMIT -> engine.setLimit(control.seat(), Limit.valueOf(control.limit().name()),
                        control.value());
                case SET_RATE -> engine.setRate(control.seat(), control.value(), control.burst());
                case SET_SELF_TRADE -> engine.setSelfTrade(control.seat(),
                        SelfTrade.valueOf(control.selfTrade().name()));
                default -> engine.setCollar(control.instrument(), control.value());
            }
        } catch (final IllegalArgumentException e) {
            throw new BusException("entry " + event + " has an invalid setting: " + e.getMessage(), e);
        }
    }

    /** The reports of the control itself are unsolicited, also those to the operator; its answer follows them. */
    private void requestControl(final long event, final long timeNs, final int seat, final DirectBuffer buffer,
            final int offset) {
        request.wrapAndApplyHeader(buffer, offset, header);
        final ControlResult result = controls.check(request, seat);
        if (result == ControlResult.DONE) {
            control(event, timeNs, controls.control());
        } else {
            engine.time(timeNs);
        }
        reports.begin(event, seat, head.number());
        reports.controlled(result);
    }

    private void begin(final long event, final long timeNs, final int seat, final long number) {
        reports.begin(event, seat, number);
        changes.begin(timeNs);
    }

    private void newOrder(final long timeNs, final int seat, final DirectBuffer buffer, final int offset) {
        order.wrapAndApplyHeader(buffer, offset, header);
        final int terms = (order.side() == OrderSide.SELL ? Terms.SELL : Terms.BUY)
                | ReportCodes.terms(order.duration()) | (order.priceType() == PriceType.MARKET ? Terms.MARKET : 0)
                | (order.postOnly() == YesNo.YES ? Terms.POST_ONLY : 0);
        engine.newOrder(timeNs, seat, order.orderId(), (int) order.instrumentId(), terms, order.quantity(),
                order.price());
    }

    private void replaceOrder(final long timeNs, final int seat, final DirectBuffer buffer, final int offset) {
        replace.wrapAndApplyHeader(buffer, offset, header);
        engine.replace(timeNs, seat, replace.orderId(), replace.newOrderId(), replace.quantity(), replace.price());
    }

    private void reduceOrder(final long timeNs, final int seat, final DirectBuffer buffer, final int offset) {
        reduce.wrapAndApplyHeader(buffer, offset, header);
        engine.reduce(timeNs, seat, reduce.orderId(), reduce.quantity());
    }

    private void massCancel(final long timeNs, final int seat, final DirectBuffer buffer, final int offset) {
        massCancel.wrapAndApplyHeader(buffer, offset, header);
        if (massCancel.instrumentId() == MassCancelDecoder.instrumentIdNullValue()) {
            engine.cancelAll(timeNs, seat);
        } else {
            engine.cancelAll(timeNs, seat, (int) massCancel.instrumentId());
        }
        reports.massCancelled();
    }
}
