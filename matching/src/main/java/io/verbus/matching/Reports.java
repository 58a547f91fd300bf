package io.verbus.matching;

/**
 * Receives the reports to seats, in order, while the engine handles an input ({@link Engine#inputs()} is its number). A
 * method must not call a method of the engine that changes it, and must not throw: the engine refuses all further use.
 */
public interface Reports {
    /**
     * A new order was accepted. Each accepted order ends in exactly one way: executed or cancelled to an open quantity
     * of 0, or replaced.
     *
     * @param seat of the order
     * @param id client order id
     * @param order number of the order, unique for ever; a higher number arrived later
     */
    void accepted(int seat, long id, long order);

    /**
     * A new order was refused.
     *
     * @param seat as in the input
     * @param id as in the input
     * @param refusal the reason
     */
    void rejected(int seat, long id, RefusalCode refusal);

    /**
     * An order was replaced.
     *
     * @param seat of the order
     * @param id its former id, which ends
     * @param newId its new id
     * @param order number of the order: a new one if it lost its place
     * @param open open quantity, before any trade
     * @param placeKept false if the order is a new arrival
     */
    void replaced(int seat, long id, long newId, long order, long open, boolean placeKept);

    /**
     * An order was reduced and keeps its place.
     *
     * @param seat of the order
     * @param id client order id
     * @param quantity removed
     * @param open quantity that is left
     */
    void reduced(int seat, long id, long quantity, long open);

    /**
     * The open quantity of an order was cancelled.
     *
     * @param seat of the order
     * @param id client order id, which ends
     * @param quantity the open quantity
     * @param reason of the cancellation
     */
    void cancelled(int seat, long id, long quantity, CancelReason reason);

    /**
     * An order traded. Each trade is reported twice, first to the resting order's seat.
     *
     * @param seat of the order
     * @param id client order id, which ends if {@code open} is 0
     * @param instrument of the trade
     * @param quantity of the trade
     * @param price of the trade: that of the resting order
     * @param trade number of the trade, from 1, the same for both sides
     * @param maker true for the resting order
     * @param open quantity that is left
     */
    void executed(int seat, long id, int instrument, long quantity, long price, long trade, boolean maker, long open);

    /**
     * A request was refused.
     *
     * @param request its kind
     * @param seat as in the input; -1 for a request without a seat
     * @param id of the order, instrument or seat in the input; 0 if it has none
     * @param refusal the reason
     */
    void refused(RequestKind request, int seat, long id, RefusalCode refusal);
}
