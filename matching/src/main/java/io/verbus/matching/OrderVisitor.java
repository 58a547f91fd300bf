package io.verbus.matching;

/** Visits resting orders: {@link Engine#visitOrders}. */
@FunctionalInterface
public interface OrderVisitor {
    /**
     * One resting order.
     *
     * @param instrument of the order
     * @param side {@link Terms#BUY} or {@link Terms#SELL}
     * @param price of the order
     * @param order its number
     * @param seat of the order
     * @param id client order id
     * @param open quantity
     */
    void order(int instrument, int side, long price, long order, int seat, long id, long open);
}
