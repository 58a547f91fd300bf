package io.verbus.latency.control;

import io.verbus.BusException;
import io.verbus.latency.worker.ControlLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;

/**
 * Lines of text over TCP. One thread receives; any thread sends. Nothing that a peer sends is trusted: a line is
 * complete within a time and a length, and has no control characters.
 */
public final class ControlLink implements AutoCloseable {
    /** An answer with a histogram has some 10 KiB. */
    private static final int MAX_BYTES = 4 << 20;
    /** The first line of a client has some 100 bytes, the first one of a server some 2 KiB. */
    private static final int MAX_FIRST_BYTES = 64 << 10;
    private static final int CHUNK_BYTES = 8 << 10;

    /** A host without power sends nothing: the kernel probes a silent connection, and fails it after some 25 s. */
    private static final int PROBE_AFTER_S = 10;
    private static final int PROBE_INTERVAL_S = 5;
    private static final int PROBES = 3;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private int next;
    private int end;
    private int maxBytes = MAX_FIRST_BYTES;

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
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /**
     * Sends a line.
     *
     * @param line to send
     * @throws IOException if the connection has ended
     */
    public synchronized void send(final ControlLine line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Receives a line.
     *
     * @param atMost timeout for the whole line, above zero: a peer that sends it byte by byte has no more
     * @return the line; empty if the connection has ended
     * @throws IOException if the connection failed; {@link SocketTimeoutException} after the timeout
     * @throws BusException if the peer sent anything else than a line; the message is one printable line
     */
    public Optional<ControlLine> receive(final Duration atMost) throws IOException {
        final long deadlineNs = System.nanoTime() + atMost.toNanos();
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean isComplete = false;
        while (!isComplete) {
            if (next == end && !fill(deadlineNs - System.nanoTime())) {
                return Optional.empty();
            }
            int stop = next;
            while (stop < end && chunk[stop] != '\n') {
                stop++;
            }
            line.write(chunk, next, stop - next);
            if (line.size() > maxBytes) {
                throw new BusException("a line of more than " + maxBytes + " bytes");
            }
            isComplete = stop < end;
            next = isComplete ? stop + 1 : end;
        }
        maxBytes = MAX_BYTES;
        return Optional.of(ControlLine.parse(line.toString(StandardCharsets.UTF_8)));
    }

    /** Returns whether there are more bytes; false at the end of the connection. */
    private boolean fill(final long timeoutNs) throws IOException {
        if (timeoutNs <= 0) {
            throw new SocketTimeoutException("no whole line in time");
        }
        socket.setSoTimeout(Math.toIntExact(Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNs))));
        next = 0;
        end = Math.max(0, in.read(chunk));
        return end > 0;
    }

    /** {@return the address of the peer} */
    public String peer() {
        return socket.getInetAddress().getHostAddress();
    }

    /** {@return the address of this side that the peer is connected to} */
    public String own() {
        return socket.getLocalAddress().getHostAddress();
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
