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
    /** Of no use between two hosts. */
    private static final List<String> USELESS = List.of("--only", "--full", "--address2", "--rates", "--readers",
            "--compare", "--from");
    /** Of no use to the server. */
    private static final List<String> OF_CLIENT = List.of("--json", "--report", "--modes", "--sizes", "--capacities",
            "--seconds", "--quick", "--rounds", "--messages");

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

    /** Refuses options that would have no effect. */
    void requireUsed() {
        if (!areTwo()) {
            return;
        }
        for (final String option : USELESS) {
            require(option, name() + " compares programs between two hosts, in ping-pong and throughput: leave out "
                    + option);
        }
        for (final String option : isServer ? OF_CLIENT : List.<String>of()) {
            require(option, option + ": the client chooses the measurements and writes the results: give it with"
                    + " --client");
        }
    }

    private void require(final String option, final String message) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
            throw new ParameterException(spec.commandLine(), message);
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
