package io.verbus.orders.gateway;

import io.verbus.Endpoint;
import io.verbus.ImmutableSettings;
import io.verbus.Publication;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Settings of a gateway. Immutable: each {@code with} method returns changed settings. */
public final class GatewaySettings extends ImmutableSettings<GatewaySettings> {
    private static final int CAPACITY = 64 << 20;
    private static final int LISTED_ORDERS = 64;

    private String market;
    private int logCapacity = CAPACITY;
    private int outCapacity = CAPACITY;
    private int marketDataCapacity = CAPACITY;
    private int listedOrders = LISTED_ORDERS;
    private List<Endpoint> endpoints = List.of();
    private Path entries;
    private boolean requiresRecorder;
    private Consumer<Publication> marketDataOpened = none -> {};
    private Predicate<Publication> marketDataLags = none -> false;

    private GatewaySettings() {
    }

    /**
     * Settings of a new market for seats of this host, with three logs of 64 MiB, and answers of 64 open orders at a
     * time.
     *
     * @param market name of the market, which its streams begin with
     * @return settings
     */
    public static GatewaySettings of(final String market) {
        return new GatewaySettings().with(copy -> copy.market = market);
    }

    /**
     * With other capacities.
     *
     * @param log of orders.log in bytes, a power of two
     * @param out of orders.out in bytes, a power of two
     * @param marketData of orders.md in bytes, a power of two
     * @return changed settings
     */
    public GatewaySettings withCapacities(final int log, final int out, final int marketData) {
        return with(copy -> {
            copy.logCapacity = log;
            copy.outCapacity = out;
            copy.marketDataCapacity = marketData;
        });
    }

    /**
     * With another length of the parts of an answer to {@code OpenOrdersRequest}. All gateways of a market have the
     * same value, because reports follow from it.
     *
     * @param newListedOrders open orders that one entry lists, 1 or more
     * @return changed settings
     */
    public GatewaySettings withListedOrders(final int newListedOrders) {
        return with(copy -> copy.listedOrders = newListedOrders);
    }

    /**
     * With addresses of this host at which seats of other hosts connect; those of this host need none.
     *
     * @param newEndpoints on which to listen
     * @return changed settings
     */
    public GatewaySettings withEndpoints(final List<Endpoint> newEndpoints) {
        return with(copy -> copy.endpoints = List.copyOf(newEndpoints));
    }

    /**
     * With the entries of earlier gateways, after which the gateway continues.
     *
     * @param newEntries directory of a journal of orders.log; null for a new market
     * @return changed settings
     */
    public GatewaySettings withEntries(final Path newEntries) {
        return with(copy -> copy.entries = newEntries);
    }

    /**
     * With or without waiting for a recorder.
     *
     * @param required whether reports and market data wait until a recorder has read the entries before them
     * @return changed settings
     */
    public GatewaySettings withRequiredRecorder(final boolean required) {
        return with(copy -> copy.requiresRecorder = required);
    }

    /**
     * With a reader in this process that needs all market data, such as one that makes snapshots for late books:
     * {@code Snapshotter} of the market data has both methods.
     *
     * @param joins is called once, with orders.md before its first message, by the thread that opens the gateway
     * @param lags whether the reader would soon miss messages: while the gateway repeats entries, which it does as fast
     *     as possible, it waits until this is false
     * @return changed settings
     */
    public GatewaySettings withMarketDataReader(final Consumer<Publication> joins,
            final Predicate<Publication> lags) {
        return with(copy -> {
            copy.marketDataOpened = joins;
            copy.marketDataLags = lags;
        });
    }

    String market() {
        return market;
    }

    int logCapacity() {
        return logCapacity;
    }

    int outCapacity() {
        return outCapacity;
    }

    int marketDataCapacity() {
        return marketDataCapacity;
    }

    int listedOrders() {
        return listedOrders;
    }

    List<Endpoint> endpoints() {
        return endpoints;
    }

    Path entries() {
        return entries;
    }

    boolean requiresRecorder() {
        return requiresRecorder;
    }

    Consumer<Publication> marketDataOpened() {
        return marketDataOpened;
    }

    Predicate<Publication> marketDataLags() {
        return marketDataLags;
    }
}
