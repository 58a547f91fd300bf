package io.verbus.latency.control;

import io.verbus.BusException;
import io.verbus.latency.worker.Line;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;

/** Lines of text over TCP. One thread receives; any thread sends. */
public final class ControlLink implements AutoCloseable {
    /** An answer with a histogram has some 10 KiB. */
    private static final int MAX_BYTES = 4 << 20;

    /** A host without power sends nothing: the kernel probes a silent connection, and fails it after some 25 s. */
    private static final int PROBE_AFTER_S = 10;
    private static final int PROBE_INTERVAL_S = 5;
    private static final int PROBES = 3;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    /**
     * Takes over a connection.
     *
     * @param socket connected
     * @throws IOException if it is closed
     */
    public ControlLink(final Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, PROBE_AFTER_S);
        socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_INTERVAL_S);
        socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /**
     * Sends a line.
     *
     * @param line to send
     * @throws IOException if the connection has ended
     */
    public synchronized void send(final Line line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Receives a line.
     *
     * @param atMost timeout for each part that arrives; zero: none
     * @return the line; empty if the connection has ended
     * @throws IOException if the connection failed; {@link java.net.SocketTimeoutException} after the timeout
     * @throws BusException if the peer sent anything else than a line
     */
    public Optional<Line> receive(final Duration atMost) throws IOException {
        socket.setSoTimeout(Math.toIntExact(atMost.toMillis()));
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return Optional.empty();
            }
            if (bytes.size() == MAX_BYTES) {
                throw new BusException("a line of more than " + MAX_BYTES + " bytes");
            }
            bytes.write(next);
        }
        return Optional.of(Line.parse(bytes.toString(StandardCharsets.UTF_8)));
    }

    /** {@return the address of the peer} */
    public String peer() {
        return socket.getInetAddress().getHostAddress();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (final IOException e) {
            // the connection has ended already
        }
    }
}
