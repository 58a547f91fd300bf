package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.result.Latency;
import io.verbus.latency.worker.ControlLine;
import io.verbus.latency.worker.Programs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Programs without a bus: those in C of native/perf, over RDMA and TCP, and ib_write_lat of perftest. */
public final class VerbsPrograms {
    /** Path of the C program, if it is not where the build puts it. */
    private static final String PROGRAM_PROPERTY = "verbus.perf.program";
    private static final String PROGRAM = "verbus_perf";
    private static final String TCP_PROGRAM = "verbus_tcp";
    private static final String TCP_PROGRAM_PROPERTY = "verbus.perf.tcp.program";
    private static final String WRITE_LAT = "ib_write_lat";
    /** Round trips before the measured ones. */
    private static final int WARM_UP = 2_000;
    private static final double NS_PER_US = 1_000;

    private final ComparisonPlan plan;

    /**
     * Makes the programs.
     *
     * @param plan with the addresses of both sides, and their cores
     */
    public VerbsPrograms(final ComparisonPlan plan) {
        this.plan = plan;
    }

    /** Finds a C program; empty if it was not built. */
    private static Optional<Path> program(final String name) {
        return name.equals(VerbsContestant.C_TCP)
                ? Programs.find(TCP_PROGRAM, TCP_PROGRAM_PROPERTY)
                : Programs.find(PROGRAM, PROGRAM_PROPERTY);
    }

    /**
     * Returns whether a program is installed on this host.
     *
     * @param name of the subject
     * @return whether it is
     */
    public static boolean isPresent(final String name) {
        return name.equals(VerbsContestant.WRITE_LAT) ? Programs.isInstalled(WRITE_LAT) : program(name).isPresent();
    }

    /** {@return names of the subjects that are programs} */
    public static List<String> names() {
        return List.of(VerbsContestant.C_RDMA, VerbsContestant.C_TCP, VerbsContestant.WRITE_LAT);
    }

    private static String path(final String name) {
        return program(name).orElseThrow(() -> new BusException("native/perf was not built")).toString();
    }

    /**
     * Returns the command that serves one client on the far side.
     *
     * @param name of the subject
     * @param size of a message in bytes
     * @param count of messages
     * @return command
     */
    public List<String> server(final String name, final int size, final int count) {
        final ComparisonPlan.HostPair addresses = plan.addresses();
        if (name.equals(VerbsContestant.WRITE_LAT)) {
            final List<String> server = pinned(1, writeLat(size, count));
            server.addAll(List.of("--source_ip", addresses.far()));
            return server;
        }
        return pinned(1, List.of(path(name), "server", addresses.far(), Integer.toString(addresses.programPort())));
    }

    /** Round trips of a C program. */
    Latency ping(final String name, final int size) {
        return latencyOfProgram(run(name, "latency", plan.messages(), WARM_UP, size).client());
    }

    /** Messages a second of a C program, one way, counted where they arrive. */
    double rate(final String name, final int count, final int size) {
        return rateOfProgram(run(name, "rate", count, count / 4, size).server());
    }

    private ProgramPair.Output run(final String name, final String what, final int count, final int warmUp,
            final int size) {
        final ComparisonPlan.HostPair addresses = plan.addresses();
        final List<String> client = pinned(0, List.of(path(name), "client", addresses.far(),
                Integer.toString(addresses.programPort()), what, Integer.toString(size), Integer.toString(count),
                Integer.toString(warmUp), "1", addresses.near()));
        return pair("the C program", name, size, count, client).run();
    }

    private ProgramPair pair(final String title, final String name, final int size, final int count,
            final List<String> client) {
        return plan.farHost().map(host -> new ProgramPair(title,
                () -> host.startProgram(name, size, count, !plan.cores().isEmpty()), client))
                .orElseGet(() -> ProgramPair.local(title, server(name, size, count), client));
    }

    /** Round trips of ib_write_lat: WRITE without completions, memory polled. */
    Latency writeLat(final int size) {
        final ComparisonPlan.HostPair addresses = plan.addresses();
        final List<String> client = pinned(0, writeLat(size, plan.messages()));
        client.addAll(List.of("--source_ip", addresses.near(), addresses.far()));
        return latencyOfWriteLat(
                pair(WRITE_LAT, VerbsContestant.WRITE_LAT, size, plan.messages(), client).run().client(), size);
    }

    private List<String> writeLat(final int size, final int count) {
        return List.of(WRITE_LAT, "-F", "-R", "-s", Integer.toString(size), "-n", Integer.toString(count), "-p",
                Integer.toString(plan.addresses().programPort()));
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
        final ControlLine printed = ControlLine.parse("latency " + line.strip());
        return roundTrips(printed.number("p50"), printed.number("p99"), printed.number("p99.9"));
    }

    /** Parses the line of the C program. */
    static double rateOfProgram(final String line) {
        return ControlLine.parse("rate " + line.strip()).number("messages_per_s");
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
