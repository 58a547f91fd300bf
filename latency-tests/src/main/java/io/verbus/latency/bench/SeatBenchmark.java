package io.verbus.latency.bench;

import io.verbus.Affinity;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.codec.orders.EstablishEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.MarketStreams;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.sample.subscriber.gateway.GatewayCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.IoUtil;
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
import picocli.CommandLine;

/**
 * The round trip of a seat's request through a gateway that spins on another core, from the claim to the report, beside
 * a publisher of orders.in that does harm. Its log is filled directly before each request, so that the gateway has a
 * backlog of the other publisher: as much as the log takes, or {@link #BURST} messages. The figure of interest is the
 * ratio of the percentiles to those without it, of forks in turns.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SeatBenchmark {
    /** Most messages that are sent before a request. */
    private static final int BURST = 2_000;
    private static final String MARKET = "orders";
    private static final int GATEWAY_CORE = 0;
    private static final int SEAT_CORE = 1;
    private static final int GARBAGE_LENGTH = 56;
    private static final long REST_NS = 50_000;
    private static final int SECRET_LENGTH = 32;

    /** The other publisher. */
    public enum Other {
        /** No other publisher sends anything. */
        NONE {
            @Override
            void send(final SeatBenchmark benchmark) {
                // nothing
            }
        },
        /** A seat whose valid orders fill its send window. */
        FLOOD {
            @Override
            void send(final SeatBenchmark benchmark) {
                for (int i = 0; i < BURST && enter(benchmark.other, ++benchmark.otherId) >= 0; i++) {
                    benchmark.readReports();
                }
            }
        },
        /** A publisher without a seat that sends malformed messages; each is answered. */
        GARBAGE {
            @Override
            void send(final SeatBenchmark benchmark) {
                benchmark.fill(false);
            }
        },
        /** A publisher that begins to establish a seat, and never proves it; each message is answered. */
        ESTABLISH {
            @Override
            void send(final SeatBenchmark benchmark) {
                benchmark.fill(true);
            }
        };

        abstract void send(SeatBenchmark benchmark);
    }

    /** The other publisher. */
    @Param({"NONE", "FLOOD", "GARBAGE", "ESTABLISH"})
    private Other beside;

    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final EstablishEncoder establish = new EstablishEncoder();
    private Path directory;
    private Bus bus;
    private Thread gateway;
    private Seat seat;
    private Seat other;
    private Publication raw;
    private long id;
    private long otherId;

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
        Files.write(directory.resolve("a.key"), secret(1));
        Files.write(directory.resolve("b.key"), secret(2));
        Files.write(exchange, List.of("instrument ABC", "seat A secret-file=a.key", "seat B secret-file=b.key"));
        final BusSettings settings = BusSettings.defaults().withDirectory(directory.resolve("bus"));
        gateway = new Thread(() -> new CommandLine(new GatewayCommand(() -> settings, (line, file) -> List.of()))
                .execute("--exchange", exchange.toString(), "--core", Integer.toString(GATEWAY_CORE), "--until-idle",
                        "1"),
                "gateway");
        gateway.start();
        bus = Bus.launch(settings);
        seat = seat("A", 1);
        other = seat("B", 2);
        raw = bus.publish(PublicationSettings.of(new MarketStreams(MARKET).in()).withPublisher("other")
                .withCapacity(SeatSettings.DEFAULT_CAPACITY));
        Affinity.pin(SEAT_CORE);
        while (!seat.isEstablished() || !other.isEstablished()) {
            seat.poll();
            other.poll();
            LockSupport.parkNanos(REST_NS);
        }
    }

    /** Lets the other publisher fill its log. */
    @Setup(Level.Invocation)
    public void fillOther() {
        beside.send(this);
        other.poll();
        while (seat.poll() > 0) {
            Thread.onSpinWait(); // a seat with a thread of its own has read the reports of others
        }
    }

    /** As a seat does between its requests. */
    private void readReports() {
        other.poll();
        seat.poll();
    }

    /** Ends the gateway and removes the bus. */
    @TearDown
    public void close() {
        seat.close();
        other.close();
        raw.close();
        try {
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
        final long entered = enter(seat, ++id);
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

    /** An order that trades with none and does not rest. */
    private static long enter(final Seat seat, final long id) {
        return seat.enter(id, 0, OrderSide.BUY, OrderDuration.IOC, 1, 1);
    }

    private Seat seat(final String name, final int first) {
        return Seat.establish(bus, SeatSettings.of(name, SeatSecret.of(secret(first))), SeatListener.NONE);
    }

    private static byte[] secret(final int first) {
        final byte[] bytes = new byte[SECRET_LENGTH];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ('a' + (first + i) % 26);
        }
        return bytes;
    }

    private void fill(final boolean isEstablish) {
        final int length = isEstablish
                ? MessageHeaderEncoder.ENCODED_LENGTH + EstablishEncoder.BLOCK_LENGTH
                : GARBAGE_LENGTH;
        for (int i = 0; i < BURST; i++) {
            final int offset = raw.claim(length);
            if (offset < 0) {
                return; // the log is full
            }
            if (isEstablish) {
                raw.buffer().setMemory(offset, length, (byte) 0);
                establish.wrapAndApplyHeader(raw.buffer(), offset, header).number(1).expected(1).name("B");
                raw.buffer().putLong(offset + MessageHeaderEncoder.ENCODED_LENGTH
                        + EstablishEncoder.seatNonceEncodingOffset(), ++otherId);
            } else {
                raw.buffer().setMemory(offset, length, (byte) 0xA5);
            }
            raw.commit();
            readReports();
        }
    }
}
