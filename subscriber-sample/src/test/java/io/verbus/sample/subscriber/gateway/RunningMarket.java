package io.verbus.sample.subscriber.gateway;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.matching.script.ScriptException;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.sample.book.Books;
import io.verbus.sample.book.messages.BookUpdater;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;

/** A gateway, and seats on another bus of the same host, stepped by a test. */
final class RunningMarket implements AutoCloseable {
    static final int MOST_OPEN_ORDERS = 4;
    private static final long PATIENCE_NS = 20_000_000_000L;
    private static final int CAPACITY = 1 << 20;

    final Bus ofGateway;
    final Bus ofTraders;
    final ExchangeFile exchange;
    final OrderGateway gateway;
    final List<String> notices = new ArrayList<>();
    final List<Seat> seats = new ArrayList<>();
    final Books books = new Books(1_000);
    final List<byte[]> entries = new ArrayList<>();
    final List<byte[]> reports = new ArrayList<>();
    final List<byte[]> marketData = new ArrayList<>();
    private final BookUpdater updater = new BookUpdater(books);
    private final Subscription ofLog;
    private final Subscription ofOut;
    private final Subscription ofMarketData;

    RunningMarket(final Path directory, final String... lines) {
        exchange = ExchangeFile.read(List.of(lines), (line, file) -> {
            throw new ScriptException(line, "there is no file " + file);
        });
        ofGateway = Bus.launch(BusSettings.defaults().withDirectory(directory));
        ofTraders = Bus.launch(BusSettings.defaults().withDirectory(directory));
        ofLog = subscribe("orders.log");
        ofOut = subscribe("orders.out");
        ofMarketData = subscribe("orders.md");
        gateway = newGateway();
    }

    OrderGateway newGateway() {
        return new OrderGateway(ofGateway, exchange, seat -> secret(seat.name()),
                new GatewaySettings("orders", CAPACITY, CAPACITY, CAPACITY, MOST_OPEN_ORDERS), Clocks.SYSTEM,
                notices::add);
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
        final Seat seat = Seat.establish(ofTraders, SeatSettings.of(name, secret(ofSecret))
                .withKeepAlive(Duration.ofSeconds(5)), listener);
        seats.add(seat);
        return seat;
    }

    void until(final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beginNs < PATIENCE_NS, () -> "notices: " + notices);
            gateway.doWork();
            seats.forEach(Seat::poll);
            read();
            Thread.onSpinWait();
        }
    }

    /** Until all requests are answered and all output is read. */
    void settle() {
        until(() -> seats.stream().allMatch(seat -> seat.unanswered() == 0) && entries.size() == gateway.entries()
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

    private static Action keep(final List<byte[]> messages, final DirectBuffer buffer, final int offset,
            final int length) {
        final byte[] message = new byte[length];
        buffer.getBytes(offset, message);
        messages.add(message);
        return Action.TAKEN;
    }

    private Subscription subscribe(final String stream) {
        return ofTraders.subscribe(SubscriptionSettings.of(stream).withStart(Start.oldest()).withName("test"));
    }

    void closeSeats() {
        until(() -> {
            seats.removeIf(Seat::tryClose);
            return seats.isEmpty();
        });
    }

    @Override
    public void close() {
        ofLog.close();
        ofOut.close();
        ofMarketData.close();
        gateway.close();
        ofTraders.close();
        ofGateway.close();
    }
}
