package io.verbus.latency.serve;

import io.verbus.BusException;
import io.verbus.Build;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.compare.VerbsPrograms;
import io.verbus.latency.control.Control;
import io.verbus.latency.control.ControlLink;
import io.verbus.latency.worker.Line;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The far host of a measurement: listens, refuses clients that can't be served, and serves one to its end. A client
 * chooses among the subjects of this server, and gives sizes and counts; it gives no command, path or flag.
 */
public final class PerfServer implements AutoCloseable {
    private static final Duration HELLO = Duration.ofSeconds(5);
    /** Clients that may wait until the one before them is refused. */
    private static final int BACKLOG = 4;

    private final ServerSettings settings;
    private final Consumer<String> progress;
    private final ServerSocket listening;

    private PerfServer(final ServerSettings settings, final Consumer<String> progress, final ServerSocket listening) {
        this.settings = settings;
        this.progress = progress;
        this.listening = listening;
    }

    /**
     * Listens for clients.
     *
     * @param settings of the server
     * @param progress gets a line at each step
     * @return the server
     * @throws BusException if the address can't be used
     */
    public static PerfServer listen(final ServerSettings settings, final Consumer<String> progress) {
        final int port = ComparisonPlan.HostPair.controlPort(settings.port());
        try {
            final ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(settings.address()), port), BACKLOG);
            return new PerfServer(settings, progress, socket);
        } catch (final IOException e) {
            throw new BusException("cannot listen at " + settings.address() + ", TCP port " + port + ": "
                    + e.getMessage() + ": use another --port on both sides", e);
        }
    }

    /**
     * Waits for a client, and serves it to its end. Clients that are refused do not count.
     *
     * @throws BusException if the client's connection ended before its measurement
     */
    public void serve() {
        boolean served = false;
        while (!served) {
            try (ControlLink link = new ControlLink(listening.accept())) {
                served = serve(link);
            } catch (final IOException e) {
                throw new BusException("cannot accept a client: " + e.getMessage(), e);
            }
        }
    }

    /** Returns whether the client was served, not refused. */
    private boolean serve(final ControlLink link) {
        final Line hello;
        try {
            hello = link.receive(HELLO).orElseThrow(() -> new BusException("it sent nothing"));
            require(hello);
        } catch (final IOException | BusException e) {
            progress.accept("refused " + link.peer() + ": " + e.getMessage());
            refuse(link, e.getMessage());
            return false;
        }
        progress.accept("serving " + link.peer() + ", " + hello.text(Control.BUILD));
        Thread.ofVirtual().name("perf-busy").start(() -> refuseOthers(link.peer()));
        try (Served served = new Served(settings, hello.text(Control.ADDRESS), link)) {
            link.send(welcome());
            served.run();
            return true;
        } catch (final IOException e) {
            throw new BusException("the connection of the client " + link.peer()
                    + " ended before its measurement: " + e.getMessage(), e);
        }
    }

    /** Refuses all further clients, which otherwise would wait for an answer, until the server is closed. */
    private void refuseOthers(final String served) {
        while (!listening.isClosed()) {
            try (ControlLink other = new ControlLink(listening.accept())) {
                other.receive(HELLO); // a close before it is read would reset the connection, and the answer with it
                refuse(other, "it serves the client " + served + ": wait for its end, and start the server again");
            } catch (final IOException | BusException e) {
                // that client has gone, or the server is closed
            }
        }
    }

    private static void refuse(final ControlLink link, final String cause) {
        try {
            link.send(Line.of(Control.FAILED).with(Control.CAUSE, cause));
        } catch (final IOException e) {
            // the client has gone
        }
    }

    private static void require(final Line hello) {
        if (!hello.verb().equals(Control.HELLO)) {
            throw new BusException("expected a client of ./bus perf");
        }
        final String protocol = hello.text(Control.PROTOCOL);
        if (!protocol.equals(Integer.toString(Control.VERSION))) {
            throw new BusException("incompatible client: protocol version " + protocol + ", expected "
                    + Control.VERSION + ": run the same release on both hosts");
        }
        hello.text(Control.BUILD);
        if (!hello.text(Control.ADDRESS).matches("[0-9A-Fa-f:.]{2,45}")) {
            throw new BusException("invalid address of the client: expected a numeric one");
        }
    }

    private Line welcome() {
        Line welcome = Line.of(Control.WELCOME).with(Control.PROTOCOL, Control.VERSION)
                .with(Control.BUILD, Build.description()).with(Control.ADDRESS, settings.address());
        final Optional<Integer> core = settings.core();
        welcome = core.isPresent() ? welcome.with(Control.CORE, core.get()) : welcome;
        final Optional<String> noRdma = settings.noRdma();
        welcome = noRdma.isPresent() ? welcome.with(Control.NO_RDMA, noRdma.get()) : welcome;
        for (final String name : VerbsPrograms.names()) {
            welcome = welcome.with(Control.HAS + name, VerbsPrograms.isPresent(name) ? 1 : 0);
        }
        int number = 0;
        for (final Map.Entry<String, String> fact : settings.machine().entrySet()) {
            welcome = welcome.with(Control.FACT + number++, fact.getKey() + "\n" + fact.getValue());
        }
        return welcome;
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (final IOException e) {
            throw new BusException("cannot close the server: " + e.getMessage(), e);
        }
    }
}
