package io.verbus.orders.gateway;

import io.verbus.Publication;

/** A reader that needs all of the market data of a gateway, such as one that makes snapshots for late books. */
public interface MarketDataReader {
    /** No such reader. */
    MarketDataReader NONE = new MarketDataReader() {
        @Override
        public void join(final Publication marketData) {
        }

        @Override
        public boolean lags(final Publication marketData) {
            return false;
        }
    };

    /**
     * Joins; called once, by the thread that constructs the gateway, before the first message.
     *
     * @param marketData publication of orders.md
     */
    void join(Publication marketData);

    /**
     * Whether the reader would soon miss messages. While the gateway repeats entries, which it does as fast as
     * possible, it waits until this is false.
     *
     * @param marketData publication of orders.md
     * @return whether to wait
     */
    boolean lags(Publication marketData);
}
