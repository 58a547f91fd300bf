package io.verbus.orders.gateway;

import io.verbus.Endpoint;
import java.nio.file.Path;
import java.util.List;

/**
 * Settings of a gateway.
 *
 * @param market name of the market, which its streams begin with
 * @param logCapacity of orders.log in bytes, a power of two
 * @param outCapacity of orders.out in bytes, a power of two
 * @param marketDataCapacity of orders.md in bytes, a power of two: books that join later need all messages in it
 * @param listedOrders open orders that one entry lists, at most, of an answer to {@code OpenOrdersRequest}. All
 *     gateways of a market have the same value, because reports follow from it
 * @param endpoints addresses of this host at which seats of other hosts connect; those of this host need none
 * @param entries directory of a journal of orders.log: the gateway continues with the entries in it; null for a new
 *         market
 * @param requiresRecorder whether reports and market data wait until a recorder has read the entries before them
 */
public record GatewaySettings(String market, int logCapacity, int outCapacity, int marketDataCapacity, int listedOrders,
        List<Endpoint> endpoints, Path entries, boolean requiresRecorder) {
    private static final int CAPACITY = 64 << 20;
    private static final int LISTED_ORDERS = 64;

    /**
     * Three logs of 64 MiB, and answers of 64 open orders at a time.
     *
     * @param market name of the market
     * @return settings of a new market for seats of this host
     */
    public static GatewaySettings of(final String market) {
        return new GatewaySettings(market, CAPACITY, CAPACITY, CAPACITY, LISTED_ORDERS, List.of(), null, false);
    }

    /**
     * With addresses for seats of other hosts.
     *
     * @param newEndpoints on which to listen
     * @return changed settings
     */
    public GatewaySettings withEndpoints(final List<Endpoint> newEndpoints) {
        return new GatewaySettings(market, logCapacity, outCapacity, marketDataCapacity, listedOrders, newEndpoints,
                entries, requiresRecorder);
    }

    /**
     * With the entries of earlier gateways.
     *
     * @param newEntries directory of the journal; null for a new market
     * @return changed settings
     */
    public GatewaySettings withEntries(final Path newEntries) {
        return new GatewaySettings(market, logCapacity, outCapacity, marketDataCapacity, listedOrders, endpoints,
                newEntries, requiresRecorder);
    }

    /**
     * With or without waiting for a recorder.
     *
     * @param required whether reports and market data wait
     * @return changed settings
     */
    public GatewaySettings withRequiredRecorder(final boolean required) {
        return new GatewaySettings(market, logCapacity, outCapacity, marketDataCapacity, listedOrders, endpoints,
                entries, required);
    }
}
