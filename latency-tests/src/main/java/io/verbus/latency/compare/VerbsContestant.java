package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.perf.Foreigners;
import io.verbus.latency.perf.OneWay;
import io.verbus.latency.perf.Route;
import io.verbus.latency.perf.Setup;
import io.verbus.latency.perf.Throughput;
import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.Point;
import io.verbus.latency.result.Subject;
import io.verbus.latency.result.Subject.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Programs over RDMA that have no bus: the C program of native/perf, and ib_write_lat of perftest. */
final class VerbsContestant implements Contestant {
    /** Name of the C program in results. */
    static final String C_RDMA = "c-rdma";
    /** Name of perftest's program in results. */
    static final String WRITE_LAT = "ib-write-lat";

    private static final int RATE_COUNT = 50_000;
    private static final Cost UNKNOWN = new Cost(null, null, null, null);

    private final String name;
    private final Task task;
    private final int count;
    private final Foreigners foreigners;
    private final Optional<Path> program;

    VerbsContestant(final String name, final Task task, final Plan plan) {
        this.name = name;
        this.task = task;
        this.count = plan.messages();
        this.foreigners = foreigners(plan);
        this.program = foreigners.program();
    }

    private static Foreigners foreigners(final Plan plan) {
        final Plan.Addresses between = plan.addresses();
        final Route.Rdma route = new Route.Rdma(between.near(), between.far(), between.port(), between.parameters());
        return new Foreigners(new Setup(plan.directory(), route, plan.cores(), plan.rounds(), plan.messages(),
                plan.ms()), route);
    }

    static boolean isOne(final String name) {
        return name.equals(C_RDMA) || name.equals(WRITE_LAT);
    }

    /** Why it can't do a task; nothing if it can. */
    static Optional<String> objection(final String name, final Task task, final Plan plan) {
        if (plan.addresses().port() == 0) {
            return Optional.of("it goes over RDMA: --transport rdma");
        }
        final boolean isPing = task.mode().equals(Point.PING_PONG);
        if (name.equals(WRITE_LAT)) {
            return !isPing
                    ? Optional.of("it does round trips only")
                    : foreigners(plan).hasWriteLat()
                            ? Optional.empty()
                            : Optional.of("it is not installed: sudo apt-get install perftest");
        }
        return !isPing && !task.mode().equals(Point.THROUGHPUT)
                ? Optional.of("it does round trips and throughput only")
                : foreigners(plan).program().isPresent()
                        ? Optional.empty()
                        : Optional.of("native/perf was not built: it takes gcc, cmake and rdma-core");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Subject describe() {
        return name.equals(WRITE_LAT)
                ? new Subject(name, "ib_write_lat of perftest", List.of(new Setting("verb", "WRITE, memory polled",
                        "its default: less than a bus can do, as nobody may trust memory before the completion")),
                        null)
                : new Subject(name, "C over verbs, native/perf/verbus_perf",
                        List.of(new Setting("verb", "WRITE with immediate, completions polled", "what the bus does")),
                        null);
    }

    @Override
    public void warmUp() {
        // Each run does, before it measures.
    }

    @Override
    public Outcome measure(final long ratePerS, final Runnable begun) {
        begun.run();
        if (name.equals(WRITE_LAT)) {
            return pinged(foreigners.writeLat(task.payloadBytes()));
        }
        final Path path = program.orElseThrow(() -> new BusException("native/perf was not built"));
        if (task.mode().equals(Point.PING_PONG)) {
            return pinged(foreigners.ping(path, task.payloadBytes()));
        }
        final Throughput rate = foreigners.rate(path, RATE_COUNT, task.payloadBytes());
        return new Outcome(new Counts(RATE_COUNT, 0, rate.messages()), Latency.NONE, UNKNOWN, Pauses.NONE);
    }

    /** They tell half of the round trip. */
    private Outcome pinged(final OneWay half) {
        return new Outcome(new Counts(count, 0, null),
                new Latency(whole(half.p50()), null, whole(half.p99()), whole(half.p999()), null, null, null), UNKNOWN,
                Pauses.NONE);
    }

    private static Long whole(final double halfNs) {
        return Double.isNaN(halfNs) ? null : Math.round(2 * halfNs);
    }

    @Override
    public void close() {
        // Nothing of it lives between two measurements.
    }
}
