package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.matching.script.ScriptException;
import io.verbus.orders.MessageHead;
import io.verbus.orders.MessageLengths;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.EntryReplay;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.IntakeSettings;
import io.verbus.orders.intake.OrderIntake;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.support.Patience;
import io.verbus.testkit.fabric.Fabric;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A gateway, and seats on another bus of the same host or of another one, stepped by a test. */
final class RunningMarket implements AutoCloseable {
    static final int LISTED_ORDERS = 4;
    static final int CAPACITY = 1 << 20;
    private static final String ADDRESS = "sim://a:1";
    /** Gateway and seats share a thread: on a busy machine it can be stopped for seconds between two polls. */
    private static final Duration KEEP_ALIVE = Duration.ofMinutes(1);
    private static final Duration REMOTE_KEEP_ALIVE = Duration.ofSeconds(5);

    /** Null on one host. */
    private final Fabric fabric;
    final Bus ofGateway;
    final Bus ofTraders;
    final ExchangeFile exchange;
    /** Null while none runs. */
    OrderGateway gateway;
    final List<String> notices = new ArrayList<>();
    final List<Seat> seats = new ArrayList<>();
    final Books books = new Books(1_000);
    final List<byte[]> entries = new ArrayList<>();
    final List<byte[]> reports = new ArrayList<>();
    final List<byte[]> marketData = new ArrayList<>();
    private final BookUpdater updater = new BookUpdater(books);
    private final int listedOrders;
    private final Subscription ofLog;
    private final Subscription ofOut;
    private final Subscription ofMarketData;

    RunningMarket(final Path directory, final String... lines) {
        this(directory, LISTED_ORDERS, lines);
    }

    /** One entry lists so many open orders. */
    RunningMarket(final Path directory, final int listedOrders, final String... lines) {
        this(BusSettings.defaults().withDirectory(directory), BusSettings.defaults().withDirectory(directory), null,
                listedOrders, lines);
    }

    /** The gateway is on host "a", the seats are on host "b". */
    RunningMarket(final Path directory, final Fabric fabric, final String... lines) {
        this(BusSettings.defaults().withDirectory(directory.resolve("a"))
                .withTransports(List.of(fabric.process("a"))),
                BusSettings.defaults().withDirectory(directory.resolve("b"))
                        .withTransports(List.of(fabric.process("b"))),
                fabric, LISTED_ORDERS, lines);
    }

    private RunningMarket(final BusSettings gatewayBus, final BusSettings tradersBus, final Fabric fabric,
            final int listedOrders, final String... lines) {
        this.fabric = fabric;
        this.listedOrders = listedOrders;
        exchange = ExchangeFile.read(List.of(lines), (line, file) -> {
            throw new ScriptException(line, "there is no file " + file);
        });
        ofGateway = Bus.launch(gatewayBus);
        ofTraders = Bus.launch(tradersBus);
        gateway = newGateway();
        ofLog = subscribe("orders.log");
        ofOut = subscribe("orders.out");
        ofMarketData = subscribe("orders.md");
    }

    OrderGateway newGateway() {
        return newGateway(exchange, null);
    }

    /** A gateway that continues after the entries in a journal; null for a new market. */
    OrderGateway newGateway(final ExchangeFile ofGatewayFile, final Path journal) {
        return newGateway(ofGatewayFile, settings(journal), Clocks.SYSTEM);
    }

    OrderGateway newGateway(final ExchangeFile ofGatewayFile, final GatewaySettings settings, final Clocks clocks) {
        return new OrderGateway(ofGateway, ofGatewayFile, seat -> secret(seat.name()), settings, clocks, notices::add);
    }

    GatewaySettings settings(final Path journal) {
        return GatewaySettings.of("orders").withCapacities(CAPACITY, CAPACITY, CAPACITY).withListedOrders(listedOrders)
                .withEndpoints(fabric == null ? List.of() : List.of(Endpoint.listen(ADDRESS))).withEntries(journal);
    }

    /** Ends the gateway as a death does: nothing is taken, and no seat is disconnected. */
    void endGateway() {
        final long beginNs = System.nanoTime();
        while (entries.size() != gateway.entries() || marketData.size() != gateway.changes().count()) {
            assertTrue(System.nanoTime() - beginNs < Patience.NS, "the output of the gateway is incomplete");
            read();
        }
        gateway.close();
        gateway = null;
        marketData.clear();
        reports.clear();
        books.clear();
    }

    /** Starts the next gateway. */
    void continueAfter(final Path journal) {
        gateway = newGateway(exchange, journal);
    }

    static SeatSecret secret(final String seat) {
        return SeatSecret.of(("secret of seat " + seat).getBytes(StandardCharsets.UTF_8));
    }

    Seat establish(final String name, final SeatListener listener) {
        final Seat seat = start(name, name, listener);
        until(seat::isEstablished);
        return seat;
    }

    /** Begins to establish a seat with the secret of this or another one. */
    Seat start(final String name, final String ofSecret, final SeatListener listener) {
        final Seat seat = Seat.establish(ofTraders, settings(name, ofSecret).withEndpoints(endpoints()), listener);
        seats.add(seat);
        return seat;
    }

    /** Establishes a seat on the gateway's host. */
    Seat establishBeside(final String name, final SeatListener listener) {
        final Seat seat = Seat.establish(ofGateway, settings(name, name), listener);
        seats.add(seat);
        until(seat::isEstablished);
        return seat;
    }

    private SeatSettings settings(final String name, final String ofSecret) {
        return SeatSettings.of(name, secret(ofSecret)).withTimeout(Duration.ofNanos(Patience.NS))
                .withKeepAlive(fabric == null ? KEEP_ALIVE : REMOTE_KEEP_ALIVE);
    }

    private Endpoint[] endpoints() {
        return fabric == null ? new Endpoint[0] : new Endpoint[]{Endpoint.connect(ADDRESS)};
    }

    void until(final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beginNs < Patience.NS, () -> "notices: " + notices);
            if (fabric != null) {
                fabric.step(System.nanoTime());
            }
            if (gateway != null) {
                gateway.doWork();
            }
            seats.forEach(Seat::poll);
            read();
            Thread.onSpinWait();
        }
    }

    /** Until all requests are answered and all output is read. */
    void settle() {
        until(() -> seats.stream().allMatch(seat -> seat.unanswered() == 0) && !gateway.engine().isListing()
                && entries.size() == gateway.entries()
                && marketData.size() == gateway.changes().count());
    }

    private void read() {
        ofLog.poll((buffer, offset, length, header) -> keep(entries, buffer, offset, length), 100);
        ofOut.poll((buffer, offset, length, header) -> keep(reports, buffer, offset, length), 100);
        ofMarketData.poll((buffer, offset, length, header) -> {
            updater.apply(buffer, offset, length);
            return keep(marketData, buffer, offset, length);
        }, 100);
    }

    /** Runs the entries again in another engine. */
    EntryEngine repeat(final RecordedWriter out, final RecordedWriter marketData) {
        final List<GatewayEnd> seats = new ArrayList<>();
        exchange.seats().forEach(
                one -> seats.add(new GatewayEnd(one.number(), one.name(), secret(one.name()))));
        final EntryEngine engine = new EntryEngine(exchange, 7,
                new SeatReports(out, seats.toArray(new GatewayEnd[0])), new BookChangeWriter(marketData),
                listedOrders);
        final EntryAppender appender = new EntryAppender(new RecordedWriter());
        final EntryReplay replay = new EntryReplay(new OrderIntake(seats, IntakeSettings.DEFAULT, appender, out,
                nonce -> {}, engine), appender, engine);
        entries.forEach(entry -> replay.repeat(new UnsafeBuffer(entry), 0, entry.length));
        return engine;
    }

    static boolean isReport(final byte[] message) {
        final MessageHead head = new MessageHead();
        return head.wrap(new UnsafeBuffer(message), 0, message.length) && MessageLengths.isReport(head.template());
    }

    private static Action keep(final List<byte[]> messages, final DirectBuffer buffer, final int offset,
            final int length) {
        final byte[] message = new byte[length];
        buffer.getBytes(offset, message);
        messages.add(message);
        return Action.TAKEN;
    }

    private Subscription subscribe(final String stream) {
        return ofTraders.subscribe(SubscriptionSettings.of(stream).withStart(Start.oldest()).withName("test")
                .withEndpoints(endpoints()));
    }

    /** Closes the seats, and waits until the gateway has disconnected them. */
    void closeSeats() {
        until(() -> {
            seats.removeIf(Seat::tryClose);
            return seats.isEmpty() && (gateway == null
                    || gateway.seats().stream().allMatch(seat -> seat.session() == GatewayEnd.NO_SESSION));
        });
    }

    @Override
    public void close() {
        if (fabric != null) {
            fabric.mend(); // else the publications linger for readers that they cannot reach
            fabric.driveItself();
        }
        ofLog.close();
        ofOut.close();
        ofMarketData.close();
        if (gateway != null) {
            gateway.close();
        }
        ofTraders.close();
        ofGateway.close();
    }
}
