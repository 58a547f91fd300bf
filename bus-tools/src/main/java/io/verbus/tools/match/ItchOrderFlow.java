package io.verbus.tools.match;

import io.verbus.BusException;
import io.verbus.marketdata.book.BookSide;
import io.verbus.matching.BookEvents;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import io.verbus.matching.Terms;
import io.verbus.tools.Texts;
import io.verbus.tools.trade.ItchOrders;
import io.verbus.tools.trade.OrderFlowHandler;
import java.util.BitSet;
import org.agrona.DirectBuffer;

/**
 * The order messages of a session as inputs of an engine. All resting orders are of one seat; an execution becomes an
 * IOC order of another seat, on the other side, at the price of the executed order, which must be first there.
 */
final class ItchOrderFlow implements OrderFlowHandler {
    private static final int MAKER = 0;
    private static final int TAKER = 1;
    /** A whole day: the two seats have two accounts per instrument, and order references of ITCH count. */
    private static final EngineCapacity CAPACITY = new EngineCapacity(1 << 23, 1 << 18, 1 << 24);

    private final FlowReports reports = new FlowReports();
    private final Engine engine = new Engine(CAPACITY, 0, reports, BookEvents.IGNORED);
    private final BitSet instruments = new BitSet();
    private final ItchOrders orders = new ItchOrders(this);
    private long timeNs;

    /** Takes a normalised message about an order, at the beginning of a buffer. */
    void take(final DirectBuffer message, final long newTimeNs) {
        timeNs = newTimeNs;
        orders.take(message);
    }

    Engine engine() {
        return engine;
    }

    long orderMessages() {
        return orders.messages();
    }

    long executions() {
        return orders.executions();
    }

    long executedShares() {
        return reports.executedShares();
    }

    long withoutEquivalent() {
        return orders.withoutEquivalent();
    }

    /** Fails if the engine did not do what the session reports. */
    void check() {
        if (orders.unknown() + orders.excesses() + reports.refused() + reports.others() > 0) {
            throw new BusException("the engine is not in the state of the session: "
                    + Texts.count(orders.unknown(), "message") + " about unknown orders, "
                    + Texts.count(orders.excesses(), "reduction") + " by more than the open shares, "
                    + Texts.count(reports.refused(), "refused input") + ", " + Texts.count(reports.others(), "trade")
                    + " that the session does not have: the flow must begin with the day");
        }
    }

    @Override
    public void add(final long id, final int instrument, final int side, final long quantity, final long price) {
        if (!instruments.get(instrument)) {
            instruments.set(instrument);
            engine.defineInstrument(instrument, 1, 1, 0);
        }
        engine.newOrder(timeNs, MAKER, id, instrument, terms(side) | Terms.DAY, quantity, price);
    }

    @Override
    public void execute(final long id, final int instrument, final int side, final long quantity, final long price) {
        reports.expect(id, quantity);
        engine.newOrder(timeNs, TAKER, orders.executions(), instrument, terms(side) ^ 1 | Terms.IOC, quantity, price);
        reports.expect(0, 0);
    }

    @Override
    public void reduce(final long id, final long left) {
        engine.reduce(timeNs, MAKER, id, left);
    }

    @Override
    public void cancel(final long id) {
        engine.cancel(timeNs, MAKER, id);
    }

    private static int terms(final int side) {
        return side == BookSide.BUY ? Terms.BUY : Terms.SELL;
    }
}
