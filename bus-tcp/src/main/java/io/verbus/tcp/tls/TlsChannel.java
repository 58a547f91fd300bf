package io.verbus.tcp.tls;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * A socket with TLS that does not block. Until its handshake is complete, nothing is read or written. One thread at a
 * time reads and one writes; the two may be different ones once the handshake is complete. A record is decrypted in the
 * received bytes, and copied once.
 */
public final class TlsChannel implements ByteChannel {
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);
    private static final int RECORDS = 4;

    private final SocketChannel socket;
    private final SSLEngine engine;
    private final int recordLength;
    /** Received bytes: from 0 to the position. */
    private final ByteBuffer received;
    /** Bytes of records that the socket has not accepted: from the position to the limit. */
    private final ByteBuffer records;
    /** Decrypted bytes that were not read: from the position to the limit. */
    private final ByteBuffer plain;
    private boolean secured;

    /**
     * Begins a handshake.
     *
     * @param socket that does not block
     * @param engine of this side
     * @throws SSLException if the engine has no usable key
     */
    public TlsChannel(final SocketChannel socket, final SSLEngine engine) throws SSLException {
        this.socket = socket;
        this.engine = engine;
        this.recordLength = engine.getSession().getApplicationBufferSize();
        final int packet = engine.getSession().getPacketBufferSize();
        this.received = ByteBuffer.allocateDirect(RECORDS * packet);
        this.records = ByteBuffer.allocateDirect(RECORDS * packet).limit(0);
        this.plain = ByteBuffer.allocateDirect(recordLength).limit(0);
        engine.beginHandshake();
    }

    /**
     * Continues the handshake.
     *
     * @return whether it is complete
     * @throws IOException if the peer does not prove itself, does not use TLS 1.3, or has gone
     */
    public boolean isSecured() throws IOException {
        try {
            boolean moves = true;
            while (!secured && moves) {
                moves = step();
            }
            return secured;
        } catch (final SSLException e) {
            try {
                wrap(NOTHING); // the alert, so that the peer knows why
                flush();
            } catch (final IOException later) {
                e.addSuppressed(later);
            }
            throw e;
        }
    }

    private boolean step() throws IOException {
        final HandshakeStatus status = engine.getHandshakeStatus();
        if (status == HandshakeStatus.NEED_TASK) {
            runTasks();
            return true;
        }
        if (status == HandshakeStatus.NEED_WRAP) {
            return flush() && wrap(NOTHING).getStatus() == SSLEngineResult.Status.OK && flush();
        }
        if (status == HandshakeStatus.NEED_UNWRAP || status == HandshakeStatus.NEED_UNWRAP_AGAIN) {
            return receiveStep();
        }
        secured = flush();
        return false;
    }

    private boolean receiveStep() throws IOException {
        plain.clear();
        final SSLEngineResult result;
        try {
            result = unwrap(plain);
        } finally {
            plain.flip();
        }
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
            final int count = socket.read(received);
            if (count < 0) {
                throw new EOFException("it has ended the connection during the TLS handshake");
            }
            return count > 0;
        }
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            throw new EOFException("it has ended the TLS handshake");
        }
        return true;
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private SSLEngineResult wrap(final ByteBuffer source) throws SSLException {
        records.compact();
        try {
            return engine.wrap(source, records);
        } finally {
            records.flip();
        }
    }

    private SSLEngineResult unwrap(final ByteBuffer target) throws SSLException {
        received.flip();
        try {
            return engine.unwrap(received, target);
        } finally {
            received.compact();
        }
    }

    /**
     * Writes the rest of the records.
     *
     * @return whether nothing is left
     * @throws IOException if the connection is broken
     */
    public boolean flush() throws IOException {
        if (records.hasRemaining()) {
            socket.write(records);
        }
        return !records.hasRemaining();
    }

    @Override
    public int read(final ByteBuffer target) throws IOException {
        if (!secured && !isSecured()) {
            return 0;
        }
        int total = take(target);
        while (target.hasRemaining()) {
            final boolean isDirect = target.remaining() >= recordLength;
            final SSLEngineResult result = isDirect ? unwrap(target) : unwrapPlain();
            total += isDirect ? result.bytesProduced() : take(target);
            if (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
                runTasks();
            }
            switch (result.getStatus()) {
                case OK -> {
                    if (result.bytesConsumed() == 0) {
                        return total; // the writing thread has to send new keys first
                    }
                }
                case BUFFER_UNDERFLOW -> {
                    final int count = socket.read(received);
                    if (count <= 0) {
                        return total > 0 ? total : count;
                    }
                }
                case CLOSED -> {
                    return total > 0 ? total : -1;
                }
                default -> throw new SSLException("a record of more than " + recordLength + " bytes");
            }
        }
        return total;
    }

    private SSLEngineResult unwrapPlain() throws SSLException {
        plain.clear();
        try {
            return unwrap(plain);
        } finally {
            plain.flip();
        }
    }

    private int take(final ByteBuffer target) {
        final int count = Math.min(plain.remaining(), target.remaining());
        target.put(target.position(), plain, plain.position(), count).position(target.position() + count);
        plain.position(plain.position() + count);
        return count;
    }

    @Override
    public int write(final ByteBuffer source) throws IOException {
        if (!secured && !isSecured() || !flush()) {
            return 0;
        }
        final int before = source.remaining();
        do {
            if (wrap(source).getStatus() == SSLEngineResult.Status.CLOSED) {
                throw new ClosedChannelException();
            }
        } while (flush() && source.hasRemaining());
        return before - source.remaining();
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    /**
     * Ends this side: the peer knows that nothing was cut off.
     *
     * @return false if the socket has not accepted all bytes: call again
     * @throws IOException if the connection has failed
     */
    public boolean finish() throws IOException {
        if (!engine.isOutboundDone()) {
            engine.closeOutbound();
            wrap(NOTHING);
        }
        final boolean isWhole = flush();
        if (isWhole) {
            socket.shutdownOutput();
        }
        return isWhole;
    }

    @Override
    public void close() throws IOException {
        try {
            finish();
        } finally {
            socket.close();
        }
    }
}
