package io.verbus.tcp.connection;

import io.verbus.net.address.PeerAddress;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.MessageAuthenticator;
import io.verbus.net.handshake.MessageType;
import io.verbus.net.handshake.Messages;
import io.verbus.tcp.link.Connection;
import io.verbus.tcp.tls.TlsChannel;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.Locale;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.agrona.concurrent.UnsafeBuffer;

/** The socket of a connection during its handshake. It reads no byte after the awaited one. By the conductor. */
final class Wire {
    private final SocketChannel socket;
    /** The socket, or TLS on it. */
    private ByteChannel channel;
    private final ByteBuffer received = ByteBuffer.allocateDirect(MessageType.MAX_LENGTH)
            .order(ByteOrder.LITTLE_ENDIAN);
    private final UnsafeBuffer message = new UnsafeBuffer(received);
    private final ByteBuffer sent = ByteBuffer.allocateDirect(MessageType.MAX_LENGTH);

    Wire(final SocketChannel socket) throws IOException {
        this.socket = socket;
        this.channel = socket;
        socket.configureBlocking(false);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    SocketChannel socket() {
        return socket;
    }

    /** The bytes of the connection. */
    ByteChannel channel() {
        return channel;
    }

    /** Uses TLS from now on. Before the first byte. */
    void encrypt(final SSLEngine engine) throws IOException {
        channel = new TlsChannel(socket, engine);
    }

    boolean isEncrypted() {
        return channel != socket;
    }

    /** Whether bytes can be sent; the TLS handshake is continued before that. */
    boolean isReady() throws IOException {
        return !(channel instanceof TlsChannel tls) || tls.isSecured();
    }

    /** Address and port of the peer, once connected. */
    String peer() {
        return PeerAddress.text(socket.socket().getInetAddress().getHostAddress(), socket.socket().getPort());
    }

    /** Sends the first bytes. */
    void send(final Hello hello) throws IOException {
        write(hello.encode());
    }

    void send(final Message next, final MessageAuthenticator authenticator) throws IOException {
        final int length = Messages.write(next, authenticator, new UnsafeBuffer(sent));
        write(sent.clear().limit(length));
    }

    private void write(final ByteBuffer bytes) throws IOException {
        channel.write(bytes);
        if (bytes.hasRemaining()) {
            throw new IOException("its window is closed"); // a new socket has room for a handshake
        }
    }

    /** The hello of the peer; null if it has not arrived as a whole. */
    Hello receiveHello() throws IOException {
        try {
            if (!receive(Hello.LENGTH)) {
                return null;
            }
        } catch (final PeerClosedException e) {
            Hello.refuseTls(message, received.position(), peer()); // an alert is shorter than a hello
            throw e;
        }
        received.clear();
        return Hello.decode(received, peer());
    }

    /** The next message of the peer; null if it has not arrived as a whole. */
    Message receive(final MessageAuthenticator authenticator) throws IOException {
        if (!receive(Messages.HEADER_LENGTH)) {
            return null;
        }
        final int length = Messages.lengthOf(message);
        if (!receive(length)) {
            return null;
        }
        received.clear();
        return Messages.read(message, length, authenticator);
    }

    private boolean receive(final int length) throws IOException {
        if (received.position() < length) {
            received.limit(length);
            if (channel.read(received) < 0) {
                throw new PeerClosedException();
            }
        }
        return received.position() >= length;
    }

    /** Ends this side; the peer still receives the bytes that were sent. */
    void finish() throws IOException {
        Connection.finish(channel);
    }

    /** Whether the peer has closed its side; its bytes are discarded. */
    boolean isFinishedByPeer() {
        try {
            received.clear();
            return channel.read(received) < 0;
        } catch (final IOException e) {
            return true;
        }
    }

    /** Why TLS failed, with the remedy. */
    static String explain(final SSLException e) {
        final String message = String.valueOf(e.getMessage());
        if (message.toLowerCase(Locale.ROOT).contains("unrecognized ssl message")) {
            return "the peer does not use TLS: name a key store on both sides, or on none";
        }
        if (message.contains("PKIX") || message.contains("unable to find valid certification path")
                || message.contains("No trusted certificate")) {
            return "the certificate of the peer is not signed by an authority in the trust store";
        }
        return message.contains("No subject alternative") || message.contains("No name matching")
                ? "the certificate of the peer is of another host: " + message
                : message;
    }

    void close() {
        try {
            channel.close();
        } catch (final IOException e) {
            assert !channel.isOpen() : e; // it is closed nevertheless
        }
    }

    /** The peer has closed the connection. */
    static final class PeerClosedException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
