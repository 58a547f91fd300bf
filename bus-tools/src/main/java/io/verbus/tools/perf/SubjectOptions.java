package io.verbus.tools.perf;

import io.verbus.BusException;
import io.verbus.latency.compare.Catalogue;
import io.verbus.latency.compare.Task;
import io.verbus.latency.compare.Tasks;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.tools.options.ByteSize;
import io.verbus.tools.options.DurationConverter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Options of {@code ./bus perf} that select the programs, modes and sizes to compare. */
final class SubjectOptions {
    private static final List<String> MODES = List.of(MeasuredPoint.PING_PONG, MeasuredPoint.OPEN_LOOP,
            MeasuredPoint.THROUGHPUT,
            MeasuredPoint.FAN_OUT);
    private static final int MAX_BYTES = 64 << 10;
    private static final int MIN_CAPACITY = 64 << 10;
    private static final int MAX_CAPACITY = 256 << 20;
    private static final long MAX_RATE = 100_000_000;
    private static final int MAX_READERS = 16;
    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(600);
    private static final int QUICK_MS = 200;
    private static final int QUICK_STEPS = 8;
    private static final int STEPS = 20;

    @Option(names = "--subjects", paramLabel = "NAMES", split = ",",
            description = "Programs to compare: any of verbus-shm, aeron-ipc, aeron-udp, chronicle-queue, disruptor,"
                    + " jeromq-tcp, tcp, and as references c-shm, java-ring, java-ring-index, clock; over RDMA any of"
                    + " verbus-rdma, c-rdma, ib-write-lat, aeron-udp, tcp; over TCP any of verbus-tcp, aeron-udp, tcp,"
                    + " c-tcp. Default: all. Also verbus-shm-quiet and verbus-rdma-quiet (conductors that run once a"
                    + " second), verbus-shm-batched, verbus-rdma-batched and verbus-tcp-batched (pushes of 16 KiB),"
                    + " verbus-tcp-tls (TLS 1.3), verbus-tcp-relayed (a relay on the host of the reader), verbus-c (the"
                    + " client in C, on both sides), verbus-shm-idle (beside 63 idle publications), verbus-shm-spinning"
                    + " (readers never pause).")
    private List<String> subjects = List.of();

    @Option(names = "--modes", paramLabel = "MODES", split = ",",
            description = "Any of ping-pong, open-loop, throughput, fan-out. Default: the first three.")
    private List<String> modes = List.of();

    @Option(names = "--sizes", paramLabel = "BYTES", split = ",",
            description = "Payload sizes, such as 64,4K; each a multiple of 8, up to 64K. Default: 64; for throughput"
                    + " 32.")
    private List<ByteSize> sizes = List.of();

    @Option(names = "--rates", paramLabel = "RATES", split = ",",
            description = "Rates for open-loop in messages per second, in rising order. Default: 1000000.")
    private List<Long> rates = List.of(1_000_000L);

    @Option(names = "--capacities", paramLabel = "BYTES", split = ",",
            description = "Capacities of the log (or ring, or term) for throughput, such as 64K,16M; powers of two from"
                    + " 64K to 256M. Default: the default of each program.")
    private List<ByteSize> capacities = List.of();

    @Option(names = "--readers", paramLabel = "COUNTS", split = ",",
            description = "Numbers of readers for fan-out, each 1 to 16. Default: 1,8.")
    private List<Integer> readers = List.of(1, 8);

    @Option(names = "--seconds", paramLabel = "TIME",
            description = "Duration of each measurement, 0.05 (seconds) to 600. Default: 0.1 for ping-pong and"
                    + " throughput over shared memory, else 1.")
    private Duration duration;

    @Option(names = "--quick", description = "Run one short round, to check that the measurement works.")
    private boolean quick;

    @Option(names = "--full", description = "Run all modes, sizes, rates and capacities; takes over an hour.")
    private boolean full;

    @Option(names = "--json", paramLabel = "FILE",
            description = "File for all figures (format: docs/reference/perf-json.md). Default: none.")
    private Path json;

    /** Checks the values before the first measurement. Returns this. */
    SubjectOptions checked() {
        subjects.forEach(Catalogue::require);
        for (final String mode : modes) {
            if (!MODES.contains(mode)) {
                throw new BusException("--modes " + mode + " is unknown: use " + String.join(", ", MODES));
            }
        }
        for (final long size : bytes(sizes)) {
            require("--sizes", size, 8, MAX_BYTES);
            if (size % Long.BYTES != 0) {
                throw new BusException("--sizes " + size + ": give a multiple of 8");
            }
        }
        for (final long capacity : bytes(capacities)) {
            require("--capacities", capacity, MIN_CAPACITY, MAX_CAPACITY);
            if (Long.bitCount(capacity) != 1) {
                throw new BusException("--capacities " + capacity + ": give a power of two");
            }
        }
        rates.forEach(rate -> require("--rates", rate, 1, MAX_RATE));
        readers.forEach(count -> require("--readers", count, 1, MAX_READERS));
        if (duration != null && (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0)) {
            throw new BusException("--seconds " + DurationConverter.seconds(duration) + ": give 0.05 to 600");
        }
        if (quick && full) {
            throw new BusException("--quick and --full exclude each other: give one of them");
        }
        if (json != null && (Files.isDirectory(json) || !Files.isDirectory(json.toAbsolutePath().getParent()))) {
            throw new BusException("--json " + json + ": " + (Files.isDirectory(json)
                    ? "this is a folder: name a file"
                    : "its folder does not exist: create it"));
        }
        return this;
    }

    private static void require(final String option, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw new BusException(String.format(Locale.ROOT, "%s %d: give %,d to %,d", option, value, min, max));
        }
    }

    private static List<Long> bytes(final List<ByteSize> sizes) {
        return sizes.stream().map(ByteSize::bytes).toList();
    }

    private static List<Integer> toInts(final List<ByteSize> sizes) {
        return sizes.stream().map(size -> Math.toIntExact(size.bytes())).toList();
    }

    /** The named subjects; empty: the default. */
    List<String> named() {
        return subjects;
    }

    List<String> modes() {
        return modes;
    }

    /** The tasks in these modes. */
    List<Task> tasks(final List<String> chosen) {
        return Tasks.of(chosen, toInts(sizes), rates, toInts(capacities), readers);
    }

    List<String> subjects(final Task task, final String scheme) {
        return subjects.isEmpty() ? Catalogue.usual(task, scheme) : subjects;
    }

    List<Task> tasks() {
        return full
                ? Tasks.full()
                : Tasks.of(modes.isEmpty() ? MODES.subList(0, 3) : modes, toInts(sizes), rates,
                        toInts(capacities), readers);
    }

    boolean isFull() {
        return full;
    }

    RoundSettings settings(final Integer rounds, final boolean isRemote) {
        return new RoundSettings(rounds == null && quick ? (Integer) 1 : rounds,
                quick ? (Integer) QUICK_MS : duration == null ? null : (Integer) (int) duration.toMillis(), isRemote);
    }

    int warmUpSteps() {
        return quick ? QUICK_STEPS : STEPS;
    }

    Path json() {
        return json;
    }
}
