package io.verbus.tools.trade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import io.verbus.marketdata.snapshot.Snapshotter;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The market data of a trader: of a gateway on another host, or that continues the market of another. */
class MarketViewTest {
    private static final String STREAM = "orders.md";
    private static final int XYZ = 1;
    private static final int POLLS_BEFORE_INSTRUMENTS = 20;
    private static final int INSTRUMENTS = 500;
    private static final int CAPACITY = 1 << 16;
    private static final long FILLING = 1_000;
    private static final SnapshotSettings SNAPSHOTS = new SnapshotSettings(1_000_000, 1_000_000_000);

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();

    @Test
    void booksBeginAgainWithTheSessionOfTheNextGateway(@TempDir(factory = ShmDir.class) final Path directory) {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory))) {
            final Publication first = bus.publish(STREAM);
            try (MarketView view = new MarketView(bus, STREAM, Patience.NS)) {
                add(first, 1, 100);
                add(first, 2, 101);
                until(view, () -> view.books().liveOrders() == 2);
                first.close();
                try (Publication next = bus.publish(STREAM)) {
                    add(next, 1, 100); // all changes again
                    add(next, 2, 101);
                    delete(next, 2);
                    add(next, 3, 99);
                    until(view, () -> view.books().levels(XYZ, BookSide.BUY) == 2
                            && view.books().price(XYZ, BookSide.BUY, 1) == 99);
                }
                assertEquals(100, view.books().price(XYZ, BookSide.BUY, 0));
                assertEquals(10, view.books().shares(XYZ, BookSide.BUY, 0));
                assertTrue(view.isWhole());
                assertEquals(0, view.books().refusals().duplicateReference());
            }
        }
    }

    @Test
    void instrumentsOfAnEarlierMarketAreForgotten(@TempDir(factory = ShmDir.class) final Path directory) {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory))) {
            final Publication first = bus.publish(STREAM);
            try (MarketView view = new MarketView(bus, STREAM, Patience.NS)) {
                instrument(first, 1, "AAA");
                instrument(first, 2, "BBB");
                until(view, () -> view.instruments().size() == 2);
                first.close();
                try (Publication next = bus.publish(STREAM)) {
                    instrument(next, 1, "BBB");
                    until(view, () -> view.instruments().size() == 1);
                }
                assertEquals(Map.of("BBB", 1), view.symbols());
            }
        }
    }

    @Test
    void booksBeginWithASnapshotIfTheLogHasLostTheBeginning(@TempDir(factory = ShmDir.class) final Path directory) {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory));
                Snapshotter snapshotter = Snapshotter.open(bus, STREAM, List.of(), SNAPSHOTS, System::nanoTime,
                        news -> {});
                Publication publication = bus.publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY))) {
            snapshotter.follow(publication.session());
            assertTrue(publication.awaitSubscribers(1, Duration.ofNanos(Patience.NS)));
            instrument(publication, 7, "AAA");
            add(publication, 1, 100);
            fill(publication);
            try (MarketView view = new MarketView(bus, STREAM, Patience.NS)) {
                until(view, () -> view.isWhole() && view.books().liveOrders() == 1);
                assertEquals(Map.of("AAA", 7), view.symbols());
                add(publication, 2, 101);
                until(view, () -> view.books().liveOrders() == 2);
                assertEquals(101, view.books().price(XYZ, BookSide.BUY, 0));

                fill(publication); // this view loses messages
                delete(publication, 1);
                until(view, () -> view.isWhole() && view.books().liveOrders() == 1);
                assertEquals(0, view.books().refusals().unknownReference());
            }
        }
    }

    @Test
    void missingSnapshotsAreReported(@TempDir(factory = ShmDir.class) final Path directory) {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory));
                Publication publication = bus.publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY))) {
            fill(publication);
            try (MarketView view = new MarketView(bus, STREAM, 1_000_000)) {
                final BusException thrown = assertThrows(BusException.class, () -> until(view, view::isWhole));
                assertTrue(thrown.getMessage().startsWith("no publisher of snapshots on stream orders.md.snapshot: its"
                        + " feed or gateway must make"), thrown::getMessage);
            }
        }
    }

    @Test
    void instrumentsOfAGatewayOnAnotherHostAreAwaited(@TempDir(factory = ShmDir.class) final Path directory) {
        final Fabric fabric = new Fabric(1, FabricSettings.prompt());
        fabric.driveItself();
        try (Bus gateway = bus(directory, fabric, "a");
                Bus trader = bus(directory, fabric, "b");
                Publication publication = gateway.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO)
                        .withEndpoints(Endpoint.listen("sim://a:1")));
                MarketView view = new MarketView(trader, STREAM, Patience.NS, Endpoint.connect("sim://a:1"))) {
            for (int number = 1; number <= INSTRUMENTS; number++) {
                instrument(publication, number, "S" + number);
            }
            new SeatWaits(List.of(), new YieldingIdleStrategy(), System::nanoTime, () -> false)
                    .awaitMarketData(view, true, Patience.NS);
            assertEquals(INSTRUMENTS, view.symbols().size());
        }
    }

    /** The clock of the wait passes its heartbeat before the gateway has published anything. */
    @Test
    void instrumentsOfASlowGatewayAreAwaited(@TempDir(factory = ShmDir.class) final Path directory) {
        final Fabric fabric = new Fabric(1, FabricSettings.prompt());
        fabric.driveItself();
        try (Bus gateway = bus(directory, fabric, "a");
                Bus trader = bus(directory, fabric, "b");
                Publication publication = gateway.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO)
                        .withEndpoints(Endpoint.listen("sim://a:1")));
                MarketView view = new MarketView(trader, STREAM, Patience.NS, Endpoint.connect("sim://a:1"))) {
            final AtomicInteger polls = new AtomicInteger();
            final BooleanSupplier publishing = () -> {
                if (view.hasBegun() && polls.incrementAndGet() == POLLS_BEFORE_INSTRUMENTS) {
                    instrument(publication, 1, "AAA");
                }
                return false;
            };
            new SeatWaits(List.of(), new YieldingIdleStrategy(), () -> TimeUnit.SECONDS.toNanos(polls.get()),
                    publishing).awaitMarketData(view, true, Long.MAX_VALUE);
            assertEquals(Map.of("AAA", 1), view.symbols());
        }
    }

    @Test
    void missingMarketDataIsReported(@TempDir(factory = ShmDir.class) final Path directory) {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory));
                MarketView view = new MarketView(bus, STREAM, Patience.NS)) {
            final SeatWaits waits = new SeatWaits(List.of(), new YieldingIdleStrategy(), System::nanoTime,
                    () -> false);
            final BusException thrown = assertThrows(BusException.class,
                    () -> waits.awaitMarketData(view, false, 1_000_000));
            assertEquals("no market data has arrived within PT0.001S: check that the gateway runs",
                    thrown.getMessage());
        }
    }

    private static Bus bus(final Path directory, final Fabric fabric, final String host) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory.resolve(host))
                .withTransports(List.of(fabric.process(host))));
    }

    private void instrument(final Publication publication, final int number, final String symbol) {
        final InstrumentEncoder instrument = new InstrumentEncoder().wrapAndApplyHeader(buffer, 0, header)
                .instrumentId(number);
        instrument.legsCount(0);
        offer(publication, instrument.symbol(symbol).encodedLength());
    }

    private void add(final Publication publication, final long order, final long price) {
        new OrderAddedEncoder().wrapAndApplyHeader(buffer, 0, header).instrumentId(XYZ).side(Side.BUY).orderId(order)
                .quantity(10).price(price);
        offer(publication, OrderAddedEncoder.BLOCK_LENGTH);
    }

    /** More than the log holds, in portions that a reader of the whole session keeps up with. */
    private void fill(final Publication publication) {
        for (int i = 0; i < CAPACITY / 16; i++) {
            add(publication, FILLING, 50);
            delete(publication, FILLING);
            if (i % 64 == 0) {
                awaitReaders(publication);
            }
        }
        awaitReaders(publication);
    }

    /** Until the snapshotter has read everything; a view under test is not awaited. */
    private static void awaitReaders(final Publication publication) {
        final long beginNs = System.nanoTime();
        while (publication.subscribers().stream()
                .anyMatch(one -> !one.name().equals("trader") && one.lagBytes() > 0)) {
            assertTrue(System.nanoTime() - beginNs < Patience.NS, () -> publication.subscribers().toString());
            Thread.onSpinWait();
        }
    }

    private void offer(final Publication publication, final int blockLength) {
        assertTrue(publication.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + blockLength) >= 0);
    }

    private void delete(final Publication publication, final long order) {
        new OrderDeletedEncoder().wrapAndApplyHeader(buffer, 0, header).instrumentId(XYZ).orderId(order);
        offer(publication, OrderDeletedEncoder.BLOCK_LENGTH);
    }

    private static void until(final MarketView view, final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beginNs < Patience.NS, "orders: " + view.books().liveOrders());
            view.poll();
            Thread.onSpinWait();
        }
    }
}
