package io.verbus.latency.serve;

import io.verbus.BusException;
import io.verbus.Build;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.compare.VerbsPrograms;
import io.verbus.latency.control.Control;
import io.verbus.latency.control.ControlLink;
import io.verbus.latency.worker.ControlLine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The far host of a measurement: listens, refuses clients that can't be served, and serves one to its end. A client
 * chooses among the subjects of this server, and gives sizes and counts; it gives no command, path or flag.
 */
public final class PerfServer implements AutoCloseable {
    /** Clients that may wait until they are accepted. */
    private static final int BACKLOG = 16;
    /** Longest printed version of a client. */
    private static final int MAX_BUILD = 100;

    private final ServerSettings settings;
    private final Consumer<String> progress;
    private final ServerSocket listening;
    private final ClientAcceptor acceptor;

    private PerfServer(final ServerSettings settings, final Consumer<String> progress, final ServerSocket listening) {
        this.settings = settings;
        this.progress = progress;
        this.listening = listening;
        this.acceptor = new ClientAcceptor(listening, settings.command(), progress);
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
        final ClientAcceptor.Client client = acceptor.await();
        try (ControlLink link = client.link()) {
            progress.accept("serving " + link.peer() + ", "
                    + ControlLine.oneLine(client.hello().text(Control.BUILD), MAX_BUILD));
            final ServerSettings reached = settings.reachedAt(link.own());
            try (ClientHandler handler = new ClientHandler(reached, client.hello().text(Control.ADDRESS), link)) {
                link.send(welcome(reached.address()));
                handler.run();
            } catch (final IOException e) {
                throw new BusException("the connection of the client " + link.peer()
                        + " ended before its measurement (" + e.getMessage() + ")" + ClientHandler.AGAIN, e);
            }
        }
    }

    private ControlLine welcome(final String address) {
        ControlLine welcome = ControlLine.of(Control.WELCOME).with(Control.PROTOCOL, Control.VERSION)
                .with(Control.BUILD, Build.description()).with(Control.ADDRESS, address);
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
        acceptor.close();
    }
}
