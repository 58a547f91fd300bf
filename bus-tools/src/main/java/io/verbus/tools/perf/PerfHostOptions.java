package io.verbus.tools.perf;

import io.verbus.BusException;
import io.verbus.latency.compare.Catalogue;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.tools.host.HostAddress;
import io.verbus.tools.host.HostOptions;
import io.verbus.tools.options.Usage;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Options of {@code ./bus perf} for measurements between two hosts. */
final class PerfHostOptions extends HostOptions {
    private static final List<String> MODES = List.of(MeasuredPoint.PING_PONG, MeasuredPoint.THROUGHPUT);
    /** Of no use between two hosts. */
    private static final List<String> USELESS = List.of("--only", "--full", "--address2", "--rates", "--readers",
            "--compare", "--from");
    /** Of no use to the server. */
    private static final List<String> OF_CLIENT = List.of("--json", "--report", "--modes", "--sizes", "--capacities",
            "--seconds", "--quick", "--rounds", "--messages");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The address of this side, without brackets; empty: the default of the transport. */
    Optional<String> own(final String address) {
        final Optional<String> listening = own();
        if (address == null) {
            return listening;
        }
        if (listening.isPresent()) {
            throw new BusException("--server " + listening.get() + " and --address " + address
                    + " both give the address of this side: leave out one of them");
        }
        final HostAddress own = HostAddress.of("--address", address);
        if (own.port().isPresent()) {
            throw new BusException("--address " + address + ": give the port by --port " + own.port().get());
        }
        return Optional.of(own.host());
    }

    /** Refuses options that would have no effect. */
    void requireUsed() {
        if (!areTwo()) {
            return;
        }
        refuse(USELESS, name() + " compares programs between two hosts, in ping-pong and throughput: leave out %s");
        if (isServer()) {
            refuse(OF_CLIENT, "%s: the client chooses the measurements and writes the results: give it with --client");
        }
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
