package io.verbus.tools.perf;

import io.verbus.Affinity;
import io.verbus.BusException;
import io.verbus.latency.compare.Catalogue;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.control.FarHost;
import io.verbus.latency.report.Machine;
import io.verbus.latency.result.Environment;
import io.verbus.latency.serve.PerfServer;
import io.verbus.latency.serve.ServerSettings;
import io.verbus.tools.host.CorePair;
import io.verbus.tools.host.RemoteHost;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One side of a measurement between two hosts.
 *
 * @param scheme of the transport
 * @param subjects to measure, or that a client may measure
 * @param address of this side; null: that of the first device
 * @param port the lowest of the ports to use
 * @param parameters of the RDMA addresses of this side
 * @param isPinned whether the measuring thread has a core of its own
 * @param printer receives progress lines
 */
record HostsRun(String scheme, List<String> subjects, String address, int port, String parameters, boolean isPinned,
        Consumer<String> printer) {
    private static final String SERVER = "Server, ";

    /** Serves one client to its end. */
    void serve(final Path folder) {
        final String own = own(true);
        final ServerSettings settings = new ServerSettings(folder, own, port, parameters, core(), subjects,
                noRdma(), new Machine(Path.of("/")).describe());
        try (PerfServer server = PerfServer.listen(settings, line -> printer.accept("  " + line))) {
            printer.accept("listening at " + (isAny(own) ? "all addresses" : own) + ", TCP port "
                    + ComparisonPlan.HostPair.controlPort(port)
                    + core().map(core -> "; pinned to core " + core).orElse("; not pinned"));
            printer.accept("on the other host: ./bus perf --transport " + scheme + " --client "
                    + (isAny(own) ? "ADDRESS_OF_THIS_HOST" : HostAddress.bracketed(own))
                    + (Integer.toString(port).equals(PerfCommand.DEFAULT_PORT) ? "" : " --port " + port)
                    + (isTcp() ? " --address ITS_ADDRESS" : "")
                    + (isTcp() || needsRdma()
                            ? ""
                            : " --address ITS_ADDRESS --subjects " + String.join(",", subjects)));
            server.serve();
            printer.accept("the client has completed its measurement");
        }
    }

    /** Connects to the server. */
    FarHost connect(final String host) {
        final FarHost far = FarHost.connect(host, ComparisonPlan.HostPair.controlPort(port), FarHost.hello(own(false)));
        if (needsRdma() && far.noRdma().isPresent()) {
            far.close();
            throw new BusException("the server at " + HostAddress.bracketed(host) + " has no RDMA: "
                    + far.noRdma().get());
        }
        return far;
    }

    /** Cores of both spinning threads, on their hosts; empty if one of them is not pinned. */
    List<Integer> cores(final FarHost far) {
        return core().flatMap(near -> far.core().map(other -> List.of(near, other))).orElse(List.of());
    }

    ComparisonPlan.HostPair addresses(final FarHost far) {
        return new ComparisonPlan.HostPair(scheme, own(false), far.address(), port, parameters, true);
    }

    /** Both machines. The load of the server is left out: it changes from run to run. */
    static Map<String, String> machines(final Map<String, String> own, final FarHost far) {
        final Map<String, String> all = new LinkedHashMap<>(own);
        all.put(SERVER + "build", far.build());
        far.machine().forEach((name, value) -> {
            if (!name.equals(Environment.LOAD_AVERAGE)) {
                all.put(SERVER + name, value);
            }
        });
        return all;
    }

    /** Address of this side, which the other side connects to; a server may have that for any. */
    private String own(final boolean mayBeAny) {
        final Optional<String> cause = noRdma();
        if (cause.isPresent() && needsRdma()) {
            throw new BusException(cause.get());
        }
        if (cause.isPresent() && address == null) {
            throw new BusException("--address is missing: without an RDMA device, give an address of this host");
        }
        return address == null ? RemoteHost.address("rdma") : requireOwn(address, mayBeAny);
    }

    private static String requireOwn(final String address, final boolean mayBeAny) {
        final InetAddress numeric;
        try {
            numeric = InetAddress.ofLiteral(address);
        } catch (final IllegalArgumentException e) {
            throw new BusException("--address " + address + ": give a numeric address of this host", e);
        }
        if (numeric.isAnyLocalAddress() && !mayBeAny) {
            throw new BusException("--address " + address + ": the server connects to this address, so give a single"
                    + " address of this host");
        }
        if (numeric instanceof Inet6Address && numeric.isLinkLocalAddress()) {
            throw new BusException("--address " + address + ": the other host cannot use a link-local address: give"
                    + " another one of this host");
        }
        if (!numeric.isAnyLocalAddress() && !isOwn(numeric)) {
            throw new BusException("--address " + address + ": no network device of this host has this address");
        }
        return address;
    }

    private static boolean isOwn(final InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (final IOException e) {
            throw new BusException("cannot list the addresses of this host: " + e.getMessage(), e);
        }
    }

    private static boolean isAny(final String address) {
        return InetAddress.ofLiteral(address).isAnyLocalAddress();
    }

    private boolean isTcp() {
        return scheme.equals(ComparisonPlan.HostPair.TCP);
    }

    private boolean needsRdma() {
        return !isTcp() && subjects.stream().anyMatch(Catalogue::needsRdma);
    }

    private Optional<Integer> core() {
        return isPinned
                ? CorePair.choose(Affinity.allowed(), Path.of("/sys")).map(CorePair::book)
                : Optional.empty();
    }

    private static Optional<String> noRdma() {
        try {
            RemoteHost.address("rdma");
            return Optional.empty();
        } catch (final BusException e) {
            return Optional.of(e.getMessage());
        }
    }
}
