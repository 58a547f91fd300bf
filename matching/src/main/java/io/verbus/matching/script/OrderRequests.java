package io.verbus.matching.script;

/** Receives the requests of lines of seats. Prices are in millionths; no value is checked. */
public interface OrderRequests {
    /**
     * A new order.
     *
     * @param seat its number
     * @param id order id
     * @param instrument its number; -1 if no instrument has the symbol
     * @param terms a combination of {@link io.verbus.matching.Terms}
     * @param quantity of the order
     * @param price of the order; 0 for a market order
     */
    void newOrder(int seat, long id, int instrument, int terms, long quantity, long price);

    /**
     * A replacement.
     *
     * @param seat its number
     * @param id order id
     * @param newId its id from now on
     * @param quantity open quantity from now on
     * @param price from now on
     */
    void replace(int seat, long id, long newId, long quantity, long price);

    /**
     * A reduction.
     *
     * @param seat its number
     * @param id order id
     * @param quantity open quantity that is left
     */
    void reduce(int seat, long id, long quantity);

    /**
     * A cancel.
     *
     * @param seat its number
     * @param id order id
     */
    void cancel(int seat, long id);

    /**
     * A mass cancel.
     *
     * @param seat its number
     */
    void cancelAll(int seat);

    /**
     * A mass cancel in one instrument.
     *
     * @param seat its number
     * @param instrument its number; -1 if no instrument has the symbol
     * @param symbol as written
     */
    void cancelAll(int seat, int instrument, String symbol);

    /**
     * The seat disconnects.
     *
     * @param seat its number
     * @param name of the seat
     */
    void disconnect(int seat, String name);
}
