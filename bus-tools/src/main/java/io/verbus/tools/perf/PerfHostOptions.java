package io.verbus.tools.perf;

import io.verbus.BusException;
import io.verbus.latency.compare.Catalogue;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.tools.options.Usage;
import java.util.List;
import java.util.Optional;
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

    @Option(names = "--server", paramLabel = "A", arity = "0..1", fallbackValue = "",
            description = "Measure between two hosts, with --transport rdma or tcp: serve one --client at this address,"
                    + " such as 10.0.0.2, [fd00::2] or [fd00::2]:7471, then end. [::] and 0.0.0.0 are all addresses of"
                    + " this host. Default: --address.")
    private String server;

    @Option(names = "--client", paramLabel = "HOST",
            description = "Measure between two hosts, with --transport rdma or tcp: measure against the --server at"
                    + " this address, which it prints, and report. IPv6 and a port as with --server.")
    private String client;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    boolean isServer() {
        return server != null;
    }

    /** Name or address of the server, IPv6 without brackets. */
    String client() {
        return HostAddress.of("--client", client).host();
    }

    /** Whether this is one side of a measurement between two hosts. */
    boolean areTwo() {
        return isServer() || client != null;
    }

    /** The address of this side, without brackets; null for that of the first device. */
    String own(final String address) {
        final Optional<String> listening = isServer() && !server.isEmpty()
                ? Optional.of(HostAddress.of("--server", server).host())
                : Optional.empty();
        if (address == null) {
            return listening.orElse(null);
        }
        if (listening.isPresent()) {
            throw new BusException("--server " + server + " and --address " + address
                    + " both give the address of this side: leave out one of them");
        }
        final HostAddress own = HostAddress.of("--address", address);
        if (own.port().isPresent()) {
            throw new BusException("--address " + address + ": give the port by --port " + own.port().get());
        }
        return own.host();
    }

    /** The lowest port: that of the address of the server, or that of {@code --port}. */
    int port(final int option) {
        final String text = isServer() ? server : client;
        if (text == null || text.isEmpty()) {
            return option;
        }
        final Optional<Integer> port = HostAddress.of(name(), text).port();
        if (port.isPresent() && port.get() != option
                && spec.commandLine().getParseResult().hasMatchedOption("--port")) {
            throw new BusException(name() + " " + text + " and --port " + option
                    + " give two ports: leave out one of them");
        }
        return port.orElse(option);
    }

    void requireTransport(final boolean isNetwork) {
        if (isServer() && client != null) {
            throw new ParameterException(spec.commandLine(),
                    "--server and --client exclude each other: give one of them on each host");
        }
        if (areTwo() && !isNetwork) {
            throw new ParameterException(spec.commandLine(),
                    name() + " measures between two hosts: add --transport rdma, or tcp");
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
        for (final String option : isServer() ? OF_CLIENT : List.<String>of()) {
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
        return isServer() ? "--server" : "--client";
    }

    /** The requested subjects. By default the client measures the usual ones, and the server allows all. */
    List<String> subjects(final List<String> requested, final String scheme) {
        for (final String name : requested) {
            Usage.require(spec, Catalogue.betweenHosts().contains(name), "--subjects", name,
                    "between two hosts use some of " + String.join(", ", Catalogue.betweenHosts()));
        }
        return !requested.isEmpty()
                ? requested
                : isServer() ? Catalogue.betweenHosts() : Catalogue.usualBetweenHosts(scheme);
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
