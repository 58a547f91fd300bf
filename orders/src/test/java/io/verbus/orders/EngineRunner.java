package io.verbus.orders;

import io.verbus.MessageWriter;
import io.verbus.codec.orders.CancelOrderDecoder;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.MassCancelDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.NewOrderDecoder;
import io.verbus.codec.orders.OpenOrdersRequestDecoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.PriceType;
import io.verbus.codec.orders.ReduceOrderDecoder;
import io.verbus.codec.orders.ReplaceOrderDecoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.matching.BookEvents;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import io.verbus.matching.Terms;
import io.verbus.orders.intake.EntryListener;
import io.verbus.orders.intake.GatewayEnd;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Runs the engine on entries: each is one of its inputs. Prices and instruments are those of the tests. */
public final class EngineRunner implements EntryListener {
    /** Instruments are numbered from 0. */
    public static final int INSTRUMENTS = 2;

    private final EngineReports reports;
    private final Engine engine;
    private final MessageHead head = new MessageHead();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final NewOrderDecoder order = new NewOrderDecoder();
    private final ReplaceOrderDecoder replace = new ReplaceOrderDecoder();
    private final ReduceOrderDecoder reduce = new ReduceOrderDecoder();
    private final CancelOrderDecoder cancel = new CancelOrderDecoder();
    private final MassCancelDecoder massCancel = new MassCancelDecoder();

    public EngineRunner(final MessageWriter out, final GatewayEnd[] seats) {
        reports = new EngineReports(out, seats);
        engine = new Engine(new EngineCapacity(10_000, 100, 10_000), 7, reports, BookEvents.IGNORED);
        for (int i = 0; i < INSTRUMENTS; i++) {
            engine.defineInstrument(i, 1, 1, 100);
        }
    }

    public void now(final long nowNs) {
        reports.nowNs = nowNs;
    }

    public List<RestingOrder> restingOrders() {
        final List<RestingOrder> all = new ArrayList<>();
        engine.visitOrders((instrument, side, price, number, seat, id, open) -> all
                .add(new RestingOrder(instrument, side, price, number, seat, id, open)));
        return all;
    }

    @Override
    public void onMessage(final long event, final long timeNs, final GatewayEnd seat, final DirectBuffer buffer,
            final int offset, final int length) {
        if (!head.wrap(buffer, offset, length)) {
            throw new AssertionError("a malformed message was taken");
        }
        reports.begin(event, seat.seat(), head.number());
        switch (head.template()) {
            case NewOrderDecoder.TEMPLATE_ID -> {
                order.wrapAndApplyHeader(buffer, offset, header);
                engine.newOrder(timeNs, seat.seat(), order.orderId(), (int) order.instrumentId(), terms(order),
                        order.quantity(), order.price());
            }
            case ReplaceOrderDecoder.TEMPLATE_ID -> {
                replace.wrapAndApplyHeader(buffer, offset, header);
                engine.replace(timeNs, seat.seat(), replace.orderId(), replace.newOrderId(), replace.quantity(),
                        replace.price());
            }
            case ReduceOrderDecoder.TEMPLATE_ID -> {
                reduce.wrapAndApplyHeader(buffer, offset, header);
                engine.reduce(timeNs, seat.seat(), reduce.orderId(), reduce.quantity());
            }
            case CancelOrderDecoder.TEMPLATE_ID -> engine.cancel(timeNs, seat.seat(),
                    cancel.wrapAndApplyHeader(buffer, offset, header).orderId());
            case MassCancelDecoder.TEMPLATE_ID -> massCancel(timeNs, seat, buffer, offset);
            case OpenOrdersRequestDecoder.TEMPLATE_ID -> {
                engine.time(timeNs);
                final List<RestingOrder> open = restingOrders().stream().filter(one -> one.seat() == seat.seat())
                        .toList();
                open.forEach(reports::openOrder);
                reports.openOrdersEnd(open.size());
            }
            default -> throw new AssertionError("taken: " + head.template());
        }
    }

    @Override
    public void onConnected(final long event, final long timeNs, final GatewayEnd seat) {
        reports.begin(event, seat.seat(), 0);
        engine.setCancelOnDisconnect(seat.seat(), seat.cancelsOnDisconnect());
        engine.time(timeNs);
    }

    @Override
    public void onDisconnected(final long event, final long timeNs, final GatewayEnd seat,
            final DisconnectCause cause) {
        reports.begin(event, seat.seat(), 0);
        engine.disconnect(timeNs, seat.seat());
    }

    private void massCancel(final long timeNs, final GatewayEnd seat, final DirectBuffer buffer, final int offset) {
        massCancel.wrapAndApplyHeader(buffer, offset, header);
        if (massCancel.instrumentId() == MassCancelDecoder.instrumentIdNullValue()) {
            engine.cancelAll(timeNs, seat.seat());
        } else {
            engine.cancelAll(timeNs, seat.seat(), (int) massCancel.instrumentId());
        }
        reports.massCancelled();
    }

    private static int terms(final NewOrderDecoder order) {
        return side(order.side()) | duration(order.duration())
                | (order.priceType() == PriceType.MARKET ? Terms.MARKET : 0)
                | (order.postOnly() == YesNo.YES ? Terms.POST_ONLY : 0);
    }

    static int side(final OrderSide side) {
        return side == OrderSide.SELL ? Terms.SELL : Terms.BUY;
    }

    static int duration(final OrderDuration duration) {
        return switch (duration) {
            case DAY -> Terms.DAY;
            case GTC -> Terms.GTC;
            case IOC -> Terms.IOC;
            case FOK -> Terms.FOK;
            case NULL_VAL, SBE_UNKNOWN -> throw new AssertionError("no duration");
        };
    }
}
