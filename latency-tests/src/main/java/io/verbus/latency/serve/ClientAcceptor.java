package io.verbus.latency.serve;

import io.verbus.BusException;
import io.verbus.latency.control.Control;
import io.verbus.latency.control.ControlLink;
import io.verbus.latency.worker.ControlLine;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Accepts clients until one can be served, and refuses all others until it is closed. Each client has a thread that
 * waits for its first line, so one that sends none, or sends it slowly, delays no other.
 */
final class ClientAcceptor implements AutoCloseable {
    /** Longest printed command of a client. */
    private static final int MAX_COMMAND = 100;
    private static final Duration HELLO = Duration.ofSeconds(5);
    /** Clients without a first line. A further one replaces the oldest: a real client sends its line at once. */
    private static final int MAX_WAITING = 32;
    /** After a failed accept, as for want of descriptors, which would fail again at once. */
    private static final long PAUSE_NS = 100_000_000;

    private final ServerSocket listening;
    private final String command;
    private final Consumer<String> progress;
    private final Deque<ControlLink> waiting = new ArrayDeque<>();
    private final CompletableFuture<Client> first = new CompletableFuture<>();
    private String served;

    /**
     * A client that can be served.
     *
     * @param link to it; closed by its owner
     * @param hello its first line
     */
    record Client(ControlLink link, ControlLine hello) {}

    ClientAcceptor(final ServerSocket listening, final String command, final Consumer<String> progress) {
        this.listening = listening;
        this.command = command;
        this.progress = progress;
    }

    /**
     * Waits for a client.
     *
     * @return the client
     * @throws BusException if the socket has failed or is closed
     */
    Client await() {
        Thread.ofVirtual().name("perf-accept").start(this::accept);
        try {
            return first.join();
        } catch (final CompletionException e) {
            throw new BusException("cannot accept a client: " + e.getCause().getMessage(), e.getCause());
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                admit(listening.accept());
            } catch (final IOException e) {
                first.completeExceptionally(e); // no effect while a client is served
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private void admit(final Socket socket) throws IOException {
        final ControlLink link;
        try {
            link = new ControlLink(socket);
        } catch (final IOException e) {
            socket.close(); // the client has gone
            return;
        }
        admit(link);
        Thread.ofVirtual().name("perf-handshake").start(() -> shakeHands(link));
    }

    private synchronized void admit(final ControlLink link) {
        if (waiting.size() == MAX_WAITING) {
            final ControlLink oldest = waiting.removeFirst();
            refuse(oldest, MAX_WAITING + " clients have connected after it, and it sent no line");
            oldest.close();
        }
        waiting.addLast(link);
    }

    private void shakeHands(final ControlLink link) {
        boolean isServed = false;
        try {
            final ControlLine hello = link.receive(HELLO).orElseThrow(() -> new BusException("it sent nothing"));
            require(hello);
            isServed = begin(link, hello);
        } catch (final SocketTimeoutException e) {
            refuseWaiting(link, "it sent no whole line within " + HELLO.toSeconds() + " s");
        } catch (final IOException | BusException e) {
            refuseWaiting(link, e.getMessage());
        }
        if (!isServed) {
            link.close();
        }
    }

    /** Serves this client if it is the first one. */
    private synchronized boolean begin(final ControlLink link, final ControlLine hello) {
        if (!waiting.remove(link)) {
            return false;
        }
        if (served != null) {
            answer(link, "it serves the client " + served + ": wait for its end, and start the server again");
            return false;
        }
        served = link.peer();
        return first.complete(new Client(link, hello));
    }

    private synchronized void refuseWaiting(final ControlLink link, final String cause) {
        if (waiting.remove(link)) {
            refuse(link, cause);
        }
    }

    private synchronized void refuse(final ControlLink link, final String cause) {
        if (served == null) {
            progress.accept("refused " + link.peer() + ": " + cause);
        }
        answer(link, cause);
    }

    private static void answer(final ControlLink link, final String cause) {
        try {
            link.send(ControlLine.of(Control.FAILED).with(Control.CAUSE, cause));
        } catch (final IOException e) {
            // the client has gone
        }
    }

    private void require(final ControlLine hello) {
        if (!hello.verb().equals(Control.HELLO)) {
            throw new BusException("expected a client of " + command);
        }
        Control.requireVersion("client", hello);
        hello.text(Control.BUILD);
        final String other = ControlLine.oneLine(hello.text(Control.COMMAND), MAX_COMMAND);
        if (!other.equals(command)) {
            throw new BusException("it serves " + command + ", the client runs " + other
                    + ": run the same command on both hosts");
        }
        Control.requireAddress("client", hello);
    }

    /** Ends all clients that are not served. The socket is closed by its owner, before. */
    @Override
    public synchronized void close() {
        waiting.forEach(ControlLink::close);
        waiting.clear();
    }
}
