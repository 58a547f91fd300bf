package io.verbus.latency.perf;

import io.verbus.latency.worker.Programs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Programs without a bus around them, which go over the same two addresses. */
public final class Foreigners {
    /** Where the C program is, if it is not where the build puts it. */
    private static final String PROGRAM_PROPERTY = "verbus.perf.program";
    private static final String PROGRAM = "verbus_perf";
    private static final String WRITE_LAT = "ib_write_lat";

    private final Setup setup;
    private final Route.Rdma route;

    /**
     * Programs for a setup.
     *
     * @param setup what is measured, and on what
     * @param route between which addresses
     */
    public Foreigners(final Setup setup, final Route.Rdma route) {
        this.setup = setup;
        this.route = route;
    }

    /** {@return the C program of {@code native/perf}; nothing if it was not built} */
    public Optional<Path> program() {
        return Programs.find(PROGRAM, PROGRAM_PROPERTY);
    }

    /** {@return whether perftest's program for the latency of a WRITE is installed} */
    public boolean hasWriteLat() {
        return Programs.isInstalled(WRITE_LAT);
    }

    /**
     * Round trips of the C program: WRITE-with-immediate, completions polled.
     *
     * @param program where it is
     * @param size of a message in bytes
     * @return half of the round trip
     */
    public OneWay ping(final Path program, final int size) {
        return OneWay.ofProgram(run(program, "latency", setup.messages(), Setup.REWARM, size));
    }

    /**
     * One way, as fast as it goes.
     *
     * @param program where it is
     * @param count of messages
     * @param size of each in bytes
     * @return the rate
     */
    public Throughput rate(final Path program, final int count, final int size) {
        return Throughput.ofProgram(run(program, "rate", count, count / 4, size));
    }

    private String run(final Path program, final String what, final int count, final int warmUp, final int size) {
        final String port = Integer.toString(route.foreignPort());
        final List<String> server = pinned(1, program.toString(), "server", route.second(), port);
        final List<String> client = pinned(0, program.toString(), "client", route.second(), port, what,
                Integer.toString(size), Integer.toString(count), Integer.toString(warmUp), "1", route.first());
        return new ForeignPair("the C program", server, client).run();
    }

    /**
     * Round trips of {@code ib_write_lat}: WRITE without completions, memory polled.
     *
     * @param size of a message in bytes
     * @return half of the round trip
     */
    public OneWay writeLat(final int size) {
        final List<String> common = List.of(WRITE_LAT, "-F", "-R", "-s", Integer.toString(size), "-n",
                Integer.toString(setup.messages()), "-p", Integer.toString(route.foreignPort()));
        final List<String> server = new ArrayList<>(pinned(1, common.toArray(String[]::new)));
        server.addAll(List.of("--source_ip", route.second()));
        final List<String> client = new ArrayList<>(pinned(0, common.toArray(String[]::new)));
        client.addAll(List.of("--source_ip", route.first(), route.second()));
        return OneWay.ofWriteLat(new ForeignPair(WRITE_LAT, server, client).run(), size);
    }

    private List<String> pinned(final int side, final String... command) {
        final List<String> all = new ArrayList<>();
        if (!setup.cores().isEmpty()) {
            all.addAll(List.of("taskset", "-c", setup.cores().get(side).toString()));
        }
        all.addAll(List.of(command));
        return all;
    }
}
