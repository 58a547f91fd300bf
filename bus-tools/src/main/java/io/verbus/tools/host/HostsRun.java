package io.verbus.tools.host;

import io.verbus.Affinity;
import io.verbus.BusException;
import io.verbus.latency.compare.Catalogue;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.control.FarHost;
import io.verbus.latency.report.Machine;
import io.verbus.latency.result.Environment;
import io.verbus.latency.serve.PerfServer;
import io.verbus.latency.serve.ServerSettings;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One side of a measurement between two hosts.
 *
 * @param command of both sides, such as {@code ./bus perf --transport tcp}
 * @param scheme of the transport
 * @param subjects to measure, or that a client may measure
 * @param address of this side; empty: over TCP all of a server and the one that a client connects from, over RDMA that
 *            of the first device
 * @param port the lowest of the ports to use
 * @param parameters of the RDMA addresses of this side
 * @param isPinned whether the measuring thread has a core of its own
 * @param printer receives progress lines
 */
public record HostsRun(String command, String scheme, List<String> subjects, Optional<String> address, int port,
        String parameters, boolean isPinned, Consumer<String> printer) {
    private static final String SERVER = "Server, ";
    private static final String ANY = "0.0.0.0"; // the JVM listens at IPv6 addresses, too

    /**
     * Serves one client to its end.
     *
     * @param folder on tmpfs, for the files of the subjects
     * @param feed what the client may play besides
     * @throws BusException if the address cannot be used, or the client ends too early
     */
    public void serve(final Path folder, final Optional<ServerSettings.PlayedFeed> feed) {
        final String own = own(true).orElse(ANY);
        final ServerSettings settings = new ServerSettings(command, folder, own, port, parameters, core(), subjects,
                feed, noRdma(), new Machine(Path.of("/")).describe());
        try (PerfServer server = PerfServer.listen(settings, line -> printer.accept("  " + line))) {
            printer.accept("listening at " + (isAny(own) ? "all addresses" : own) + ", TCP port "
                    + ComparisonPlan.HostPair.controlPort(port)
                    + core().map(core -> "; pinned to core " + core).orElse("; not pinned"));
            final List<String> others = isAny(own) ? addresses() : List.of(own);
            printer.accept("on the other host: " + command + " --client "
                    + HostAddress.bracketed(others.isEmpty() ? "HOST" : others.getFirst())
                    + (port == HostOptions.PORT ? "" : ":" + port)
                    + (isTcp() || needsRdma() ? "" : " --subjects " + String.join(",", subjects))
                    + (others.size() < 2
                            ? ""
                            : " (other addresses of this host: "
                                    + String.join(", ", others.subList(1, others.size())) + ")"));
            server.serve();
            printer.accept("the client has completed its measurement");
        }
    }

    /** Addresses of this host that another one may reach. */
    private static List<String> addresses() {
        try {
            return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                    .filter(one -> !one.isLoopbackAddress() && !one.isLinkLocalAddress())
                    .sorted(Comparator.comparing(Inet6Address.class::isInstance)).map(InetAddress::getHostAddress)
                    .map(text -> text.replaceFirst("%.*", "")).toList();
        } catch (final IOException e) {
            throw cannotList(e);
        }
    }

    /**
     * Connects to the server.
     *
     * @param host its name or address
     * @return the connection
     * @throws BusException if there is no server that can serve this client
     */
    public FarHost connect(final String host) {
        final FarHost far = FarHost.connect(host, ComparisonPlan.HostPair.controlPort(port),
                FarHost.hello(command, own(false)));
        if (needsRdma() && far.noRdma().isPresent()) {
            far.close();
            throw new BusException("the server at " + HostAddress.bracketed(host) + " has no RDMA: "
                    + far.noRdma().get());
        }
        return far;
    }

    /**
     * Returns the cores of both spinning threads.
     *
     * @param far the server
     * @return one on each host; empty if one of them is not pinned, or both would have the same core of one host
     */
    public List<Integer> cores(final FarHost far) {
        return far.address().equals(far.own())
                ? List.of()
                : core().flatMap(near -> far.core().map(other -> List.of(near, other))).orElse(List.of());
    }

    /**
     * Returns the addresses of both sides.
     *
     * @param far the server
     * @return addresses
     */
    public ComparisonPlan.HostPair addresses(final FarHost far) {
        return new ComparisonPlan.HostPair(scheme, far.own(), far.address(), port, parameters, true);
    }

    /**
     * Describes both machines. The load of the server is left out: it changes from run to run.
     *
     * @param own description of this machine
     * @param far the server
     * @return names and values
     */
    public static Map<String, String> machines(final Map<String, String> own, final FarHost far) {
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
    private Optional<String> own(final boolean mayBeAny) {
        final Optional<String> cause = noRdma();
        if (cause.isPresent() && needsRdma()) {
            throw new BusException(cause.get());
        }
        return address.isPresent()
                ? address.map(own -> requireOwn(own, mayBeAny))
                : isTcp() || cause.isPresent() ? Optional.empty() : Optional.of(RemoteHost.address("rdma"));
    }

    private static String requireOwn(final String address, final boolean mayBeAny) {
        final InetAddress numeric;
        try {
            numeric = InetAddress.ofLiteral(address);
        } catch (final IllegalArgumentException e) {
            throw new BusException("address " + address + ": give a numeric address of this host", e);
        }
        if (numeric.isAnyLocalAddress() && !mayBeAny) {
            throw new BusException("address " + address + ": the server connects to this address, so give a single"
                    + " address of this host");
        }
        if (numeric instanceof Inet6Address && numeric.isLinkLocalAddress()) {
            throw new BusException("address " + address + ": the other host cannot use a link-local address: give"
                    + " another one of this host");
        }
        if (!numeric.isAnyLocalAddress() && !isOwn(numeric)) {
            throw new BusException("address " + address + ": no network device of this host has this address");
        }
        return address;
    }

    private static boolean isOwn(final InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (final IOException e) {
            throw cannotList(e);
        }
    }

    private static BusException cannotList(final IOException e) {
        return new BusException("cannot list the addresses of this host: " + e.getMessage(), e);
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
