package io.verbus.tools.perf;

import io.verbus.latency.compare.Catalogue;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.sample.publisher.options.Usage;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of {@code ./bus perf} for measurements between two hosts. */
final class HostOptions {
    private static final List<String> MODES = List.of(MeasuredPoint.PING_PONG, MeasuredPoint.THROUGHPUT);

    @Option(names = "--server",
            description = "Measure between two hosts, with --transport rdma: serve one --client at --address, then"
                    + " end.")
    private boolean isServer;

    @Option(names = "--client", paramLabel = "HOST",
            description = "Measure between two hosts, with --transport rdma: measure against the --server at this"
                    + " address, which it prints, and report.")
    private String client;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    boolean isServer() {
        return isServer;
    }

    /** The address of the server. */
    String client() {
        return client;
    }

    /** Whether this is one side of a measurement between two hosts. */
    boolean areTwo() {
        return isServer || client != null;
    }

    void requireTransport(final boolean isRdma) {
        if (isServer && client != null) {
            throw new ParameterException(spec.commandLine(),
                    "--server and --client exclude each other: give one of them on each host");
        }
        if (areTwo() && !isRdma) {
            throw new ParameterException(spec.commandLine(),
                    name() + " measures between two hosts: add --transport rdma");
        }
    }

    /** Refuses an option that is of no use between two hosts. */
    void exclude(final String option, final boolean isGiven) {
        if (areTwo() && isGiven) {
            throw new ParameterException(spec.commandLine(),
                    name() + " compares programs between two hosts: leave out " + option);
        }
    }

    /** Refuses an option that only the client uses. */
    void excludeFromServer(final String option, final boolean isGiven) {
        if (isServer && isGiven) {
            throw new ParameterException(spec.commandLine(),
                    option + ": the client writes the results: give it with --client");
        }
    }

    private String name() {
        return isServer ? "--server" : "--client";
    }

    /** The requested subjects. By default the client measures the usual ones, and the server allows all. */
    List<String> subjects(final List<String> requested) {
        for (final String name : requested) {
            Usage.require(spec, Catalogue.betweenHosts().contains(name), "--subjects", name,
                    "between two hosts use some of " + String.join(", ", Catalogue.betweenHosts()));
        }
        return !requested.isEmpty() ? requested : isServer ? Catalogue.betweenHosts() : Catalogue.usualBetweenHosts();
    }

    /** The requested modes, or those that need no common clock. */
    List<String> modes(final List<String> requested) {
        for (final String mode : requested) {
            Usage.require(spec, MODES.contains(mode), "--modes", mode, "two hosts have no common clock, use some of "
                    + String.join(", ", MODES));
        }
        return requested.isEmpty() ? MODES : requested;
    }
}
