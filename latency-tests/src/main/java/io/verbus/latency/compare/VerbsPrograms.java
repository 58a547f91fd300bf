package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.result.Latency;
import io.verbus.latency.worker.Line;
import io.verbus.latency.worker.Programs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Programs over RDMA without a bus: the C program of native/perf, and ib_write_lat of perftest. */
final class VerbsPrograms {
    /** Path of the C program, if it is not where the build puts it. */
    private static final String PROGRAM_PROPERTY = "verbus.perf.program";
    private static final String PROGRAM = "verbus_perf";
    private static final String WRITE_LAT = "ib_write_lat";
    /** Round trips before the measured ones. */
    private static final int WARM_UP = 2_000;
    private static final double NS_PER_US = 1_000;

    private final ComparisonPlan plan;

    VerbsPrograms(final ComparisonPlan plan) {
        this.plan = plan;
    }

    /** Finds the C program; empty if it was not built. */
    static Optional<Path> program() {
        return Programs.find(PROGRAM, PROGRAM_PROPERTY);
    }

    static boolean hasWriteLat() {
        return Programs.isInstalled(WRITE_LAT);
    }

    /** Round trips of the C program: WRITE with immediate, completions polled. */
    Latency ping(final Path program, final int size) {
        return latencyOfProgram(run(program, "latency", plan.messages(), WARM_UP, size).client());
    }

    /** Messages a second of the C program, one way, counted where they arrive. */
    double rate(final Path program, final int count, final int size) {
        return rateOfProgram(run(program, "rate", count, count / 4, size).server());
    }

    private ProgramPair.Output run(final Path program, final String what, final int count, final int warmUp,
            final int size) {
        final ComparisonPlan.HostPair addresses = plan.addresses();
        final String port = Integer.toString(addresses.programPort());
        final List<String> server = pinned(1, List.of(program.toString(), "server", addresses.far(), port));
        final List<String> client = pinned(0, List.of(program.toString(), "client", addresses.far(), port, what,
                Integer.toString(size), Integer.toString(count), Integer.toString(warmUp), "1", addresses.near()));
        return ProgramPair.local("the C program", server, client).run();
    }

    /** Round trips of ib_write_lat: WRITE without completions, memory polled. */
    Latency writeLat(final int size) {
        final ComparisonPlan.HostPair addresses = plan.addresses();
        final List<String> common = List.of(WRITE_LAT, "-F", "-R", "-s", Integer.toString(size), "-n",
                Integer.toString(plan.messages()), "-p", Integer.toString(addresses.programPort()));
        final List<String> server = pinned(1, common);
        server.addAll(List.of("--source_ip", addresses.far()));
        final List<String> client = pinned(0, common);
        client.addAll(List.of("--source_ip", addresses.near(), addresses.far()));
        return latencyOfWriteLat(ProgramPair.local(WRITE_LAT, server, client).run().client(), size);
    }

    private List<String> pinned(final int side, final List<String> command) {
        final List<String> all = new ArrayList<>();
        if (!plan.cores().isEmpty()) {
            all.addAll(List.of("taskset", "-c", Integer.toString(plan.core(side))));
        }
        all.addAll(command);
        return all;
    }

    /** Parses the line of the C program, which has one-way times in ns. */
    static Latency latencyOfProgram(final String line) {
        final Line printed = Line.parse("latency " + line.strip());
        return roundTrips(printed.number("p50"), printed.number("p99"), printed.number("p99.9"));
    }

    /** Parses the line of the C program. */
    static double rateOfProgram(final String line) {
        return Line.parse("rate " + line.strip()).number("messages_per_s");
    }

    /** Parses the table of ib_write_lat, which has one-way times in µs. */
    static Latency latencyOfWriteLat(final String output, final int size) {
        for (final String line : output.lines().toList()) {
            final String[] columns = line.strip().split("\\s+");
            if (columns.length >= 9 && columns[0].equals(Integer.toString(size))) {
                return roundTrips(ns(columns[4]), ns(columns[7]), ns(columns[8]));
            }
        }
        throw new BusException("unknown output of ib_write_lat, expected a row for " + size + " bytes: "
                + output.strip());
    }

    private static double ns(final String micros) {
        return Double.parseDouble(micros) * NS_PER_US;
    }

    private static Latency roundTrips(final double p50, final double p99, final double p999) {
        return new Latency(Math.round(2 * p50), null, Math.round(2 * p99), Math.round(2 * p999), null, null, null);
    }
}
