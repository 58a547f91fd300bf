package io.verbus.tcp.connection;

import io.verbus.net.address.PeerAddress;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.MessageAuthenticator;
import io.verbus.net.handshake.MessageType;
import io.verbus.net.handshake.Messages;
import java.io.IOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import org.agrona.concurrent.UnsafeBuffer;

/** The socket of a connection during its handshake. It reads no byte after the awaited one. By the conductor. */
final class Wire {
    private final SocketChannel channel;
    private final ByteBuffer received = ByteBuffer.allocateDirect(MessageType.MAX_LENGTH)
            .order(ByteOrder.LITTLE_ENDIAN);
    private final UnsafeBuffer message = new UnsafeBuffer(received);
    private final ByteBuffer sent = ByteBuffer.allocateDirect(MessageType.MAX_LENGTH);

    Wire(final SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    SocketChannel channel() {
        return channel;
    }

    /** Address and port of the peer, once connected. */
    String peer() {
        final Socket socket = channel.socket();
        return PeerAddress.text(socket.getInetAddress().getHostAddress(), socket.getPort());
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
        if (!receive(Hello.LENGTH)) {
            return null;
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
        channel.shutdownOutput();
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
