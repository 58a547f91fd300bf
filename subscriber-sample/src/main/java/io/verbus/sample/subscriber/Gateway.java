package io.verbus.sample.subscriber;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.ShutdownLatch;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import io.verbus.marketdata.snapshot.Snapshotter;
import io.verbus.orders.MarketStreams;
import io.verbus.orders.gateway.GatewaySettings;
import io.verbus.orders.gateway.GatewaySummary;
import io.verbus.orders.gateway.OrderGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Runs the order gateway of the market "orders" inside an application, until Ctrl-C, with snapshots of its books for
 * readers that join late.
 *
 * <pre>./bus java io.verbus.sample.subscriber.Gateway exchange</pre>
 */
final class Gateway {
    private static final MarketStreams MARKET = new MarketStreams("orders");
    private static final SnapshotSettings SNAPSHOTS = new SnapshotSettings(5_000_000_000L, 1_000_000);

    private Gateway() {
    }

    static void main(final String... args) {
        if (args.length != 1) {
            System.err.println("usage: Gateway EXCHANGE-FILE");
            System.exit(2);
        }
        try (ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofSeconds(10));
                Bus bus = Bus.launch();
                Snapshotter snapshotter = Snapshotter.open(bus, MARKET.md(), List.of(), SNAPSHOTS,
                        SystemNanoClock.INSTANCE, System.err::println);
                OrderGateway gateway = OrderGateway.open(bus, Path.of(args[0]), GatewaySettings.of(MARKET.market())
                        .withMarketDataReader(snapshotter::join, Snapshotter::lags), System.err::println)) {
            System.out.println("market " + MARKET.market() + " is open");
            final IdleStrategy idle = new BackoffIdleStrategy();
            while (!shutdown.isRequested()) {
                idle.idle(gateway.doWork());
            }
            gateway.disconnectSeats(Duration.ofSeconds(2));
            System.out.println(GatewaySummary.line(gateway));
        } catch (final BusException e) {
            System.err.println("gateway: " + e.getMessage());
            System.exit(1);
        }
    }
}
