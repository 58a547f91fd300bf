package io.verbus.orders.gateway;

import io.verbus.Publication;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** The reader that needs all market data, such as one that makes snapshots; a gateway waits for it while it repeats. */
final class MarketDataReader {
    /** Parts of the log between two checks of the reader. */
    private static final int PARTS_OF_LOG = 8;
    private static final long WAIT_NS = 100_000;

    private final Publication marketData;
    private final Predicate<Publication> lags;
    private long checkAt;

    MarketDataReader(final Publication marketData, final GatewaySettings settings) {
        this.marketData = marketData;
        this.lags = settings.marketDataLags();
        settings.marketDataOpened().accept(marketData);
    }

    /** Waits while it lags. */
    void await() {
        if (marketData.position() < checkAt) {
            return;
        }
        checkAt = marketData.position() + marketData.buffer().capacity() / PARTS_OF_LOG;
        while (lags.test(marketData)) {
            LockSupport.parkNanos(WAIT_NS);
        }
    }
}
