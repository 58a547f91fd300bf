package io.verbus.latency.bench;

import io.verbus.Affinity;
import io.verbus.BatchingIdleStrategy;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.gateway.ExchangeFiles;
import io.verbus.orders.gateway.GatewaySettings;
import io.verbus.orders.gateway.OrderGateway;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.IoUtil;
import org.agrona.concurrent.IdleStrategy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The round trip of a seat's request through a gateway that spins on another core, from the claim to the report, beside
 * a publisher of orders.in that does harm. It sends a burst directly before each request, so that the gateway has a
 * backlog of the other publisher: see {@link HarmfulCase}. Beside none the seat waits for as long. The figure of
 * interest is the ratio of the percentiles to those without it, of forks in turns.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SeatBenchmark {
    private static final int INSTRUMENT = 1;
    private static final int GATEWAY_CORE = 0;
    private static final int SEAT_CORE = 1;
    private static final long REST_NS = 50_000;
    private static final int SECRET_LENGTH = 32;

    /** The other publisher. */
    @Param({"NONE", "FLOOD", "UNREAD", "GARBAGE", "ESTABLISH", "WRONG_SECRET", "REPEATED", "FOREIGN", "STALE",
            "OPEN_ORDERS"})
    private HarmfulCase beside;

    private Path directory;
    private Bus bus;
    private Thread gateway;
    private volatile boolean isEnding;
    private Seat seat;
    private HarmfulPublisher other;
    private long id;

    /** For JMH. */
    public SeatBenchmark() {
    }

    /**
     * Starts a gateway with two seats, and establishes them.
     *
     * @throws IOException if tmpfs is missing
     */
    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "verbus-bench-");
        final Path exchange = directory.resolve("exchange");
        for (int seat = 1; seat <= 2; seat++) {
            final Path key = Files.write(directory.resolve((seat == 1 ? "a" : "b") + ".key"), secret(seat));
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        }
        Files.write(exchange, List.of("instrument ABC", "seat A secret-file=a.key", "seat B secret-file=b.key"));
        final BusSettings settings = BusSettings.defaults().withDirectory(directory.resolve("bus"));
        isEnding = false;
        gateway = new Thread(() -> runGateway(settings, new ExchangeFiles(exchange, (line, file) -> List.of())),
                "gateway");
        gateway.start();
        bus = Bus.launch(settings);
        seat = Seat.establish(bus, settings("A", 1), SeatListener.NONE);
        other = new HarmfulPublisher(bus, settings("B", 2));
        Affinity.pin(SEAT_CORE);
        while (!seat.isEstablished()) {
            seat.poll();
            LockSupport.parkNanos(REST_NS);
        }
        while (!beside.prepare(other)) {
            seat.poll();
            LockSupport.parkNanos(REST_NS);
        }
    }

    private void runGateway(final BusSettings settings, final ExchangeFiles files) {
        final IdleStrategy idle = new BatchingIdleStrategy();
        try (Bus own = Bus.launch(settings);
                OrderGateway market = new OrderGateway(own, files.read(), files::secret, GatewaySettings.of("orders"),
                        Clocks.SYSTEM, notice -> {})) {
            Affinity.pin(GATEWAY_CORE);
            while (!isEnding) {
                idle.idle(market.doWork());
            }
        }
    }

    /** Lets the other publisher send a burst. */
    @Setup(Level.Invocation)
    public void sendBurst() {
        beside.burst(other, seat::poll);
        while (seat.poll() > 0) {
            Thread.onSpinWait(); // a seat with a thread of its own has read the reports of others
        }
    }

    /** Ends the gateway and removes the bus. */
    @TearDown
    public void close() {
        seat.close();
        other.close();
        try {
            isEnding = true;
            gateway.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        bus.close();
        IoUtil.delete(directory.toFile(), true);
    }

    /**
     * A request and its report.
     *
     * @return the seat's next report number
     */
    @Benchmark
    public long roundTrip() {
        // Trades with none and does not rest.
        final long entered = seat.enter(++id, INSTRUMENT, OrderSide.BUY, OrderDuration.IOC, 1, 1);
        if (entered < 0) {
            throw new BusException("the seat returned " + entered);
        }
        while (seat.unanswered() > 0) {
            if (seat.poll() == 0) {
                Thread.onSpinWait();
            }
        }
        return seat.nextReport();
    }

    private static SeatSettings settings(final String name, final int first) {
        return SeatSettings.of(name, SeatSecret.of(secret(first)));
    }

    private static byte[] secret(final int first) {
        final byte[] bytes = new byte[SECRET_LENGTH];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ('a' + (first + i) % 26);
        }
        return bytes;
    }
}
