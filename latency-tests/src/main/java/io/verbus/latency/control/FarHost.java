package io.verbus.latency.control;

import io.verbus.BusException;
import io.verbus.Build;
import io.verbus.latency.worker.ControlLine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The other host of a measurement, as the client sees it: the server there runs the far sides. One thread sends orders;
 * another may wait for the answer to one of them.
 */
public final class FarHost implements AutoCloseable {
    private static final String AGAIN = ": start it again, then this client";
    private static final int CONNECT_MS = 5_000;
    private static final Duration HELLO = Duration.ofSeconds(10);
    /** Longer than a far side may take for any order. */
    private static final Duration PATIENCE = Duration.ofSeconds(130);

    /** Longest printed texts of the server. */
    private static final int MAX_CAUSE = 500;
    private static final int MAX_FACT = 2_000;
    private static final int MAX_FACTS = 100;
    private static final int MAX_CORE = 65_535;

    private final String name;
    private final ControlLink link;
    private ControlLine welcome;
    private String own;
    private long orders;
    private long sides;

    private FarHost(final String name, final ControlLink link) {
        this.name = name;
        this.link = link;
    }

    /**
     * Connects to a server.
     *
     * @param host name or address of its host
     * @param port of its control connection
     * @param hello the first line, as made by {@link #hello}; without an address it gets that of this side of the
     *            connection
     * @return the connection
     * @throws BusException if there is no server, or it refuses this client
     */
    public static FarHost connect(final String host, final int port, final ControlLine hello) {
        final String name = (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
        final Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), port), CONNECT_MS);
            final FarHost found = new FarHost(name, new ControlLink(socket));
            found.greet(hello.words().containsKey(Control.ADDRESS)
                    ? hello
                    : hello.with(Control.ADDRESS, found.link.own()));
            return found;
        } catch (final UnknownHostException e) {
            throw new BusException("--client " + host + ": unknown host: give another name, or a numeric address", e);
        } catch (final IOException e) {
            throw new BusException("no server at " + name + ": run " + hello.text(Control.COMMAND)
                    + " --server there first (" + e.getMessage() + ")", e);
        }
    }

    /**
     * Makes the first line of a client.
     *
     * @param command of both sides, such as {@code ./bus perf --transport tcp}
     * @param address of this side; empty: the one that it connects from
     * @return the line
     */
    public static ControlLine hello(final String command, final Optional<String> address) {
        final ControlLine hello = ControlLine.of(Control.HELLO).with(Control.PROTOCOL, Control.VERSION)
                .with(Control.BUILD, Build.description()).with(Control.COMMAND, command);
        return address.map(own -> hello.with(Control.ADDRESS, own)).orElse(hello);
    }

    private void greet(final ControlLine hello) {
        own = hello.text(Control.ADDRESS);
        try {
            link.send(hello);
            welcome = receive(HELLO);
            if (!welcome.verb().equals(Control.WELCOME)) {
                throw new BusException("the server at " + name + " refused: "
                        + ControlLine.oneLine(Optional.ofNullable(welcome.words().get(Control.CAUSE))
                                .orElseGet(() -> "expected a server of " + hello.text(Control.COMMAND)), MAX_CAUSE));
            }
            Control.requireVersion("server at " + name, welcome);
            Control.requireAddress("server at " + name, welcome);
        } catch (final SocketTimeoutException e) {
            close();
            throw new BusException("the server at " + name + " does not answer: it may be busy with another client", e);
        } catch (final IOException e) {
            close();
            throw failed(e);
        } catch (final BusException e) {
            close();
            throw e;
        }
    }

    private ControlLine receive(final Duration atMost) throws IOException {
        return link.receive(atMost)
                .orElseThrow(() -> new BusException("the server at " + name + " ended the connection" + AGAIN));
    }

    private BusException failed(final IOException e) {
        return new BusException(e instanceof SocketTimeoutException
                ? "the server at " + name + " does not answer" + AGAIN
                : "the connection to the server at " + name + " failed (" + e.getMessage() + ")" + AGAIN, e);
    }

    /** {@return the address of this side, as the server knows it} */
    public String own() {
        return own;
    }

    /** {@return the address of the far side} */
    public String address() {
        return welcome.text(Control.ADDRESS);
    }

    /** {@return version and commit of the server} */
    public String build() {
        return ControlLine.oneLine(welcome.text(Control.BUILD), MAX_CAUSE);
    }

    /** {@return core of its spinning thread; empty if it is not pinned} */
    public Optional<Integer> core() {
        return welcome.words().containsKey(Control.CORE)
                ? Optional.of(Math.clamp(welcome.number(Control.CORE), 0, MAX_CORE))
                : Optional.empty();
    }

    /** {@return why there is no RDMA; empty if there is} */
    public Optional<String> noRdma() {
        return Optional.ofNullable(welcome.words().get(Control.NO_RDMA))
                .map(cause -> ControlLine.oneLine(cause, MAX_CAUSE));
    }

    /**
     * Returns whether a program in C is installed there.
     *
     * @param program name of the subject
     * @return false also if the server does not know it
     */
    public boolean has(final String program) {
        return welcome.number(Control.HAS + program, 0) == 1;
    }

    /** {@return names and values of the machine there, to be shown} */
    public Map<String, String> machine() {
        final Map<String, String> facts = new LinkedHashMap<>();
        IntStream.range(0, MAX_FACTS).filter(i -> welcome.words().containsKey(Control.FACT + i)).forEach(i -> {
            final List<String> fact = List.of(welcome.text(Control.FACT + i).split("\n", 2));
            facts.put(ControlLine.oneLine(fact.getFirst(), MAX_FACT), ControlLine.oneLine(fact.getLast(), MAX_FACT));
        });
        return facts;
    }

    /**
     * Begins to start the far side of a subject.
     *
     * @param job with the words that the server needs
     * @return the side; {@link FarSide#answer} is the end of the start
     */
    public FarSide start(final ControlLine job) {
        final FarSide side = new FarSide(this, ++sides);
        side.send(job.as(Control.START));
        return side;
    }

    /**
     * Starts the server of a program in C.
     *
     * @param program name of the subject
     * @param payloadBytes of its messages
     * @param count of its messages
     * @param isPinned whether to pin it
     * @return gives the output of that server, which ends with its client, or is ended
     * @throws BusException if it can't be started
     */
    public Supplier<String> startProgram(final String program, final int payloadBytes, final int count,
            final boolean isPinned) {
        ask(ControlLine.of(Control.PROGRAM).with(Control.NAME, program).with(Control.PAYLOAD, payloadBytes)
                .with(Control.COUNT, count).with(Control.PINNED, isPinned ? 1 : 0));
        return () -> ask(ControlLine.of(Control.PROGRAM_END)).text(Control.TEXT);
    }

    private ControlLine ask(final ControlLine order) {
        return answer(send(order));
    }

    /** Sends an order; returns its number. */
    long send(final ControlLine order) {
        try {
            link.send(order.with(Control.NUMBER, ++orders));
            return orders;
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    /** Waits for the answer to an order. Answers to earlier orders, for which no thread waits any more, are dropped. */
    synchronized ControlLine answer(final long order) {
        try {
            final long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
            ControlLine answer = receive(PATIENCE);
            while (answer.number(Control.NUMBER) != order) {
                answer = receive(Duration.ofNanos(deadlineNs - System.nanoTime()));
            }
            if (answer.verb().equals(Control.FAILED)) {
                throw new BusException(ControlLine.oneLine(answer.text(Control.CAUSE), MAX_CAUSE));
            }
            return answer;
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    /**
     * Starts the feed handler of the server, at the first call, or checks that it has not failed.
     *
     * @param isPinned whether to pin it
     * @return its session, to be shown
     * @throws BusException if it has failed, with the reason
     */
    public String feed(final boolean isPinned) {
        return ControlLine.oneLine(ask(ControlLine.of(Control.FEED).with(Control.PINNED, isPinned ? 1 : 0))
                .text(Control.TEXT), MAX_CAUSE);
    }

    /** Ends the measurement: the server ends after a complete one. */
    public void complete() {
        ask(ControlLine.of(Control.BYE));
    }

    @Override
    public void close() {
        link.close();
    }
}
