package io.verbus.tools.trade;

/** Decides about requests. Each call may send some; it never waits. */
interface Strategy {
    /**
     * Acts on the present state of the market.
     *
     * @param hasNews whether market data was read since the last call
     * @param isDue whether the rate allows a request that no market data has caused
     * @return the number of requests sent
     */
    int act(boolean hasNews, boolean isDue);

    /**
     * An order of the seat was executed. Buy orders have even ids, sell orders odd ones.
     *
     * @param id of the order
     * @param quantity executed
     */
    void executed(long id, long quantity);
}
