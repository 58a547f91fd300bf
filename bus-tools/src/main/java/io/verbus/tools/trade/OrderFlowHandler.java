package io.verbus.tools.trade;

/** Receives the order flow of a session. Sides are those of {@link io.verbus.marketdata.book.BookSide}. */
public interface OrderFlowHandler {
    /**
     * A new resting order.
     *
     * @param id unique in the session
     * @param instrument its number
     * @param side of the order
     * @param quantity of the order
     * @param price in 1/10,000
     */
    void add(long id, int instrument, int side, long quantity, long price);

    /**
     * A resting order was executed: an order on the other side, at its price, caused that.
     *
     * @param id of the resting order, which is first at the best price
     * @param instrument its number
     * @param side of the resting order
     * @param quantity executed
     * @param price of the resting order, in 1/10,000
     */
    void execute(long id, int instrument, int side, long quantity, long price);

    /**
     * A resting order was reduced.
     *
     * @param id of the order
     * @param left open quantity that is left; 0 removes it
     */
    void reduce(long id, long left);

    /**
     * A resting order was cancelled.
     *
     * @param id of the order
     */
    void cancel(long id);
}
