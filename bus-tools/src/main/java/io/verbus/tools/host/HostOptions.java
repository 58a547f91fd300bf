package io.verbus.tools.host;

import io.verbus.tools.options.Usage;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of a command that runs between two hosts, one side on each. */
public class HostOptions {
    /** The lowest port, if none is given. */
    public static final int PORT = 7471;

    @Option(names = "--server", paramLabel = "A", arity = "0..1", fallbackValue = "",
            description = "Between two hosts, with --transport tcp or rdma: serve one --client, then end, at this"
                    + " address: 10.0.0.2, [fd00::2] or [fd00::2]:7471. [::] and 0.0.0.0 are all addresses of this"
                    + " host. Default: over tcp all, over rdma that of the first device.")
    private String server;

    @Option(names = "--client", paramLabel = "HOST",
            description = "Between two hosts, with --transport tcp or rdma: measure against the --server at this"
                    + " address, which it prints, and report. IPv6 and a port as with --server.")
    private String client;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Creates options; picocli sets them. */
    public HostOptions() {
    }

    /** {@return whether this is the side that serves the other} */
    public final boolean isServer() {
        return server != null;
    }

    /** {@return whether this is one side of two hosts} */
    public final boolean areTwo() {
        return isServer() || client != null;
    }

    /** {@return name or address of the server, IPv6 without brackets} */
    public final String client() {
        return Usage.of(spec, () -> HostAddress.of("--client", client).host());
    }

    /** {@return the address that the option {@code --server} gives, without brackets} */
    public final Optional<String> own() {
        return isServer() && !server.isEmpty()
                ? Optional.of(Usage.of(spec, () -> HostAddress.of("--server", server).host()))
                : Optional.empty();
    }

    /**
     * Returns the lowest port.
     *
     * @param option value of {@code --port}
     * @return that of the address of the server, else that of the option
     * @throws ParameterException if both are given, and differ
     */
    public final int port(final int option) {
        final String text = isServer() ? server : client;
        if (text == null || text.isEmpty()) {
            return option;
        }
        final Optional<Integer> port = Usage.of(spec, () -> HostAddress.of(name(), text)).port();
        if (port.isPresent() && port.get() != option) {
            refuse("--port", name() + " " + text + " and --port " + option + " give two ports: leave out one of them");
        }
        return port.orElse(option);
    }

    /**
     * Refuses two sides, and shared memory.
     *
     * @param isNetwork whether the transport connects hosts
     */
    public final void requireTransport(final boolean isNetwork) {
        if (isServer() && client != null) {
            throw new ParameterException(spec.commandLine(),
                    "--server and --client exclude each other: give one of them on each host");
        }
        if (areTwo() && !isNetwork) {
            throw new ParameterException(spec.commandLine(),
                    name() + " measures between two hosts: add --transport rdma, or tcp");
        }
    }

    /**
     * Refuses options that would have no effect.
     *
     * @param options names
     * @param message with {@code %s} for the name
     */
    public final void refuse(final List<String> options, final String message) {
        options.forEach(option -> refuse(option, message.formatted(option)));
    }

    private void refuse(final String option, final String message) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    /** {@return the option of this side} */
    protected final String name() {
        return isServer() ? "--server" : "--client";
    }
}
