package io.verbus.tools.perf;

import io.verbus.BusException;
import io.verbus.latency.compare.Catalogue;
import io.verbus.latency.compare.Task;
import io.verbus.latency.compare.Tasks;
import io.verbus.latency.result.Point;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** What is to be compared, as the command line says. */
final class SubjectOptions {
    private static final List<String> MODES = List.of(Point.PING_PONG, Point.OPEN_LOOP, Point.THROUGHPUT,
            Point.FAN_OUT);
    private static final int MOST_BYTES = 64 << 10;
    private static final int LEAST_CAPACITY = 64 << 10;
    private static final int MOST_CAPACITY = 256 << 20;
    private static final long MOST_RATE = 100_000_000;
    private static final int MOST_READERS = 16;
    private static final int MOST_SECONDS = 600;
    private static final int QUICK_MS = 200;
    private static final int QUICK_STEPS = 8;
    private static final int STEPS = 20;

    @Option(names = "--subjects", paramLabel = "NAMES", split = ",",
            description = "Some of verbus-shm, c-shm, aeron-ipc, aeron-udp, chronicle-queue, disruptor, jeromq-tcp,"
                    + " tcp; over RDMA, of verbus-rdma, c-rdma, ib-write-lat, aeron-udp, tcp. Default: all.")
    private List<String> subjects = List.of();

    @Option(names = "--modes", paramLabel = "MODES", split = ",",
            description = "Some of ping-pong, open-loop, throughput, fan-out. Default: the first three.")
    private List<String> modes = List.of();

    @Option(names = "--sizes", paramLabel = "BYTES", split = ",",
            description = "Payloads, each a multiple of 8. Default: 64, for throughput 32.")
    private List<Integer> sizes = List.of();

    @Option(names = "--rates", paramLabel = "RATES", split = ",",
            description = "Messages a second for open-loop, in rising order. Default: 1000000.")
    private List<Long> rates = List.of(1_000_000L);

    @Option(names = "--capacities", paramLabel = "BYTES", split = ",",
            description = "Capacities of log, ring or term for throughput. Default: each subject's own.")
    private List<Integer> capacities = List.of();

    @Option(names = "--readers", paramLabel = "COUNTS", split = ",", description = "For fan-out. Default: 1,8.")
    private List<Integer> readers = List.of(1, 8);

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "1",
            description = "How long each measurement takes. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(names = "--quick", description = "One short round each: to see that it works.")
    private boolean quick;

    @Option(names = "--full", description = "All modes, sizes, rates and capacities; an hour or so.")
    private boolean full;

    @Option(names = "--json", paramLabel = "FILE", description = "Where to write all figures (docs/perf-json.md).")
    private Path json;

    /** Refuses what can't be measured, before anything is. */
    SubjectOptions checked() {
        subjects.forEach(Catalogue::require);
        for (final String mode : modes) {
            if (!MODES.contains(mode)) {
                throw new BusException("--modes " + mode + ": there are " + String.join(", ", MODES));
            }
        }
        for (final int size : sizes) {
            require("--sizes", size, 8, MOST_BYTES);
            if (size % Long.BYTES != 0) {
                throw new BusException("--sizes " + size + ": give a multiple of 8");
            }
        }
        for (final int capacity : capacities) {
            require("--capacities", capacity, LEAST_CAPACITY, MOST_CAPACITY);
            if (Integer.bitCount(capacity) != 1) {
                throw new BusException("--capacities " + capacity + ": give a power of two");
            }
        }
        rates.forEach(rate -> require("--rates", rate, 1, MOST_RATE));
        readers.forEach(count -> require("--readers", count, 1, MOST_READERS));
        require("--seconds", seconds, 1, MOST_SECONDS);
        if (quick && full) {
            throw new BusException("--quick and --full: give one of them");
        }
        if (json != null && (Files.isDirectory(json) || !Files.isDirectory(json.toAbsolutePath().getParent()))) {
            throw new BusException("--json " + json + ": " + (Files.isDirectory(json)
                    ? "this is a folder; name a file"
                    : "its folder does not exist"));
        }
        return this;
    }

    private static void require(final String option, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new BusException(String.format(Locale.ROOT, "%s %d: give %,d to %,d", option, value, least, most));
        }
    }

    List<String> subjects(final boolean isRemote) {
        return !subjects.isEmpty() ? subjects : isRemote ? Catalogue.remote() : Catalogue.shared();
    }

    List<Task> tasks() {
        return full
                ? Tasks.full()
                : Tasks.of(modes.isEmpty() ? MODES.subList(0, 3) : modes, sizes, rates, capacities, readers);
    }

    boolean isQuick() {
        return quick;
    }

    boolean isFull() {
        return full;
    }

    int ms() {
        return quick ? QUICK_MS : (int) (seconds * 1e3);
    }

    int warmUpSteps() {
        return quick ? QUICK_STEPS : STEPS;
    }

    Path json() {
        return json;
    }
}
