package io.verbus.matching;

/** Visits the resting orders of a seat: {@link Engine#visitOrdersOf}. */
@FunctionalInterface
public interface SeatOrderVisitor {
    /**
     * One resting order.
     *
     * @param instrument of the order
     * @param terms a combination of {@link Terms}
     * @param price of the order
     * @param order its number
     * @param id client order id
     * @param open quantity
     */
    void order(int instrument, int terms, long price, long order, long id, long open);
}
