package io.verbus.tools.match;

import io.verbus.BusException;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OrderAddedDecoder;
import io.verbus.codec.marketdata.OrderDeletedDecoder;
import io.verbus.codec.marketdata.OrderExecutedAtPriceDecoder;
import io.verbus.codec.marketdata.OrderExecutedDecoder;
import io.verbus.codec.marketdata.OrderReducedDecoder;
import io.verbus.codec.marketdata.OrderReplacedDecoder;
import io.verbus.matching.BookEvents;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import io.verbus.matching.Terms;
import io.verbus.sample.book.BookSide;
import io.verbus.sample.book.messages.BookUpdater;
import io.verbus.tools.Texts;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * The order messages of a session as inputs of an engine. All resting orders are of one seat; an execution becomes an
 * IOC order of another seat, on the other side, at the price of the executed order, which must be first there.
 *
 * <p>An execution at another price (C) cannot be caused by an order. It is counted, and the order reduced, so that the
 * books stay those of the session.
 */
final class ItchOrderFlow {
    private static final int MAKER = 0;
    private static final int TAKER = 1;
    /** A whole day: the two seats have two accounts per instrument, and order references of ITCH count. */
    private static final EngineCapacity CAPACITY = new EngineCapacity(1 << 23, 1 << 18, 1 << 24);

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

    private final FlowReports reports = new FlowReports();
    private final Engine engine = new Engine(CAPACITY, 0, reports, BookEvents.IGNORED);
    private final Map<Long, Resting> resting = new HashMap<>();
    private final BitSet instruments = new BitSet();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderAddedDecoder added = new OrderAddedDecoder();
    private final OrderExecutedDecoder executed = new OrderExecutedDecoder();
    private final OrderExecutedAtPriceDecoder executedAtPrice = new OrderExecutedAtPriceDecoder();
    private final OrderReducedDecoder reduced = new OrderReducedDecoder();
    private final OrderDeletedDecoder deleted = new OrderDeletedDecoder();
    private final OrderReplacedDecoder replaced = new OrderReplacedDecoder();
    private long orderMessages;
    private long unknown;
    private long withoutEquivalent;
    /** Reductions by more than the open shares; they cancel the order. */
    private long excesses;
    private long taken;

    /** Whether messages of an ITCH type are about orders. */
    static boolean takes(final byte code) {
        return switch (code) {
            case 'A', 'F', 'E', 'C', 'X', 'D', 'U' -> true;
            default -> false;
        };
    }

    /** Takes a normalised message at the beginning of a buffer. */
    void take(final DirectBuffer message, final long timeNs) {
        orderMessages++;
        switch (header.wrap(message, 0).templateId()) {
            case OrderAddedDecoder.TEMPLATE_ID -> add(added.wrapAndApplyHeader(message, 0, header), timeNs);
            case OrderExecutedDecoder.TEMPLATE_ID -> {
                executed.wrapAndApplyHeader(message, 0, header);
                execute(executed.orderId(), executed.quantity(), timeNs);
            }
            case OrderExecutedAtPriceDecoder.TEMPLATE_ID -> {
                executedAtPrice.wrapAndApplyHeader(message, 0, header);
                withoutEquivalent++;
                reduce(executedAtPrice.orderId(), executedAtPrice.quantity(), timeNs);
            }
            case OrderReducedDecoder.TEMPLATE_ID -> {
                reduced.wrapAndApplyHeader(message, 0, header);
                reduce(reduced.orderId(), reduced.quantity(), timeNs);
            }
            case OrderDeletedDecoder.TEMPLATE_ID ->
                delete(deleted.wrapAndApplyHeader(message, 0, header).orderId(), timeNs);
            case OrderReplacedDecoder.TEMPLATE_ID -> replace(replaced.wrapAndApplyHeader(message, 0, header), timeNs);
            default -> throw new IllegalArgumentException("not about an order: template " + header.templateId());
        }
    }

    Engine engine() {
        return engine;
    }

    long orderMessages() {
        return orderMessages;
    }

    long executions() {
        return taken;
    }

    long executedShares() {
        return reports.executedShares();
    }

    long withoutEquivalent() {
        return withoutEquivalent;
    }

    /** Fails if the engine did not do what the session reports. */
    void check() {
        if (unknown + excesses + reports.refused() + reports.others() > 0) {
            throw new BusException("the engine is not in the state of the session: " + Texts.count(unknown, "message")
                    + " about unknown orders, " + Texts.count(excesses, "reduction") + " by more than the open shares, "
                    + Texts.count(reports.refused(), "refused input") + ", " + Texts.count(reports.others(), "trade")
                    + " that the session does not have: the flow must begin with the day");
        }
    }

    private void add(final OrderAddedDecoder order, final long timeNs) {
        final int side = BookUpdater.side(order.sideRaw()) == BookSide.BUY ? Terms.BUY : Terms.SELL;
        add(order.orderId(), new Resting((int) order.instrumentId(), side, order.price().mantissa(), order.quantity()),
                timeNs);
    }

    private void add(final long id, final Resting order, final long timeNs) {
        if (!instruments.get(order.instrument)) {
            instruments.set(order.instrument);
            engine.defineInstrument(order.instrument, 1, 1, 0);
        }
        resting.put(id, order);
        engine.newOrder(timeNs, MAKER, id, order.instrument, order.side | Terms.DAY, order.open, order.price);
    }

    private void execute(final long id, final long shares, final long timeNs) {
        final Resting order = find(id);
        if (order != null) {
            taken++;
            reports.expect(id, shares);
            engine.newOrder(timeNs, TAKER, taken, order.instrument, order.side ^ 1 | Terms.IOC, shares, order.price);
            reports.expect(0, 0);
            take(id, order, shares);
        }
    }

    private void reduce(final long id, final long shares, final long timeNs) {
        final Resting order = find(id);
        if (order != null) {
            excesses += shares > order.open ? 1 : 0;
            engine.reduce(timeNs, MAKER, id, Math.max(0, order.open - shares));
            take(id, order, shares);
        }
    }

    private void delete(final long id, final long timeNs) {
        if (find(id) != null) {
            engine.cancel(timeNs, MAKER, id);
            resting.remove(id);
        }
    }

    private void replace(final OrderReplacedDecoder order, final long timeNs) {
        final Resting old = find(order.orderId());
        if (old != null) {
            delete(order.orderId(), timeNs);
            add(order.newOrderId(),
                    new Resting(old.instrument, old.side, order.price().mantissa(), order.quantity()), timeNs);
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
