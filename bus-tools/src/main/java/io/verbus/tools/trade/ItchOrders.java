package io.verbus.tools.trade;

import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OrderAddedDecoder;
import io.verbus.codec.marketdata.OrderDeletedDecoder;
import io.verbus.codec.marketdata.OrderExecutedDecoder;
import io.verbus.codec.marketdata.OrderReducedDecoder;
import io.verbus.codec.marketdata.OrderReplacedDecoder;
import io.verbus.marketdata.book.BookUpdater;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * The order messages of a session as an order flow: a replacement is a cancel and a new order, an execution is caused
 * by an order on the other side.
 *
 * <p>An execution at another price (C) cannot be caused by an order. It is counted, and the order reduced, so that the
 * books stay those of the session.
 */
public final class ItchOrders {
    /** A resting order. */
    private static final class Resting {
        private final int instrument;
        private final int side;
        private final long price;
        private long open;

        private Resting(final int instrument, final int side, final long price, final long open) {
            this.instrument = instrument;
            this.side = side;
            this.price = price;
            this.open = open;
        }
    }

    private final OrderFlowHandler flow;
    private final Map<Long, Resting> resting = new HashMap<>();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderAddedDecoder added = new OrderAddedDecoder();
    private final OrderExecutedDecoder executed = new OrderExecutedDecoder();
    private final OrderReducedDecoder reduced = new OrderReducedDecoder();
    private final OrderDeletedDecoder deleted = new OrderDeletedDecoder();
    private final OrderReplacedDecoder replaced = new OrderReplacedDecoder();
    private long messages;
    private long unknown;
    private long withoutEquivalent;
    private long excesses;
    private long executions;

    /**
     * Without orders.
     *
     * @param flow receives the flow
     */
    public ItchOrders(final OrderFlowHandler flow) {
        this.flow = flow;
    }

    /**
     * Whether messages of an ITCH type are about orders.
     *
     * @param code the type
     * @return true if so
     */
    public static boolean takes(final byte code) {
        return switch (code) {
            case 'A', 'F', 'E', 'C', 'X', 'D', 'U' -> true;
            default -> false;
        };
    }

    /**
     * Takes a message about an order.
     *
     * @param message normalised, at the beginning of the buffer
     */
    public void take(final DirectBuffer message) {
        messages++;
        switch (header.wrap(message, 0).templateId()) {
            case OrderAddedDecoder.TEMPLATE_ID -> add(added.wrapAndApplyHeader(message, 0, header));
            case OrderExecutedDecoder.TEMPLATE_ID -> {
                executed.wrapAndApplyHeader(message, 0, header);
                if (executed.price() == OrderExecutedDecoder.priceNullValue()) {
                    execute(executed.orderId(), executed.quantity());
                } else {
                    withoutEquivalent++;
                    reduce(executed.orderId(), executed.quantity());
                }
            }
            case OrderReducedDecoder.TEMPLATE_ID -> {
                reduced.wrapAndApplyHeader(message, 0, header);
                reduce(reduced.orderId(), reduced.quantity());
            }
            case OrderDeletedDecoder.TEMPLATE_ID ->
                delete(deleted.wrapAndApplyHeader(message, 0, header).orderId());
            case OrderReplacedDecoder.TEMPLATE_ID -> replace(replaced.wrapAndApplyHeader(message, 0, header));
            default -> throw new IllegalArgumentException("not about an order: template " + header.templateId());
        }
    }

    /** {@return messages so far} */
    public long messages() {
        return messages;
    }

    /** {@return executions that an order can cause} */
    public long executions() {
        return executions;
    }

    /** {@return executions at another price} */
    public long withoutEquivalent() {
        return withoutEquivalent;
    }

    /** {@return messages about orders that the session has not added} */
    public long unknown() {
        return unknown;
    }

    /** {@return reductions by more than the open shares; they cancel the order} */
    public long excesses() {
        return excesses;
    }

    private void add(final OrderAddedDecoder order) {
        add(order.orderId(), new Resting((int) order.instrumentId(), BookUpdater.side(order.sideRaw()),
                order.price(), order.quantity()));
    }

    private void add(final long id, final Resting order) {
        resting.put(id, order);
        flow.add(id, order.instrument, order.side, order.open, order.price);
    }

    private void execute(final long id, final long shares) {
        final Resting order = find(id);
        if (order != null) {
            executions++;
            flow.execute(id, order.instrument, order.side, shares, order.price);
            take(id, order, shares);
        }
    }

    private void reduce(final long id, final long shares) {
        final Resting order = find(id);
        if (order != null) {
            excesses += shares > order.open ? 1 : 0;
            flow.reduce(id, Math.max(0, order.open - shares));
            take(id, order, shares);
        }
    }

    private void delete(final long id) {
        if (find(id) != null) {
            flow.cancel(id);
            resting.remove(id);
        }
    }

    private void replace(final OrderReplacedDecoder order) {
        final Resting old = find(order.orderId());
        if (old != null) {
            delete(order.orderId());
            add(order.newOrderId(), new Resting(old.instrument, old.side, order.price(), order.quantity()));
        }
    }

    private Resting find(final long id) {
        final Resting order = resting.get(id);
        unknown += order == null ? 1 : 0;
        return order;
    }

    private void take(final long id, final Resting order, final long shares) {
        order.open -= shares;
        if (order.open <= 0) {
            resting.remove(id);
        }
    }
}
