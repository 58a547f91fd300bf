package io.verbus.system.processes;

import com.paritytrading.nassau.soupbintcp.SoupBinTCP;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPServer;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPServerStatusListener;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/**
 * A GLIMPSE server on loopback: nassau's SoupBinTCP with a snapshot of the venue. Has no thread: the test steps it. The
 * first connection of a client is closed after half of the snapshot.
 */
final class GlimpsePeer implements Closeable {
    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final Supplier<List<byte[]>> snapshot;
    private final String user;
    private SoupBinTCPServer server;
    private SocketChannel channel;
    private int logins;
    private int rejections;

    /** Serves the messages of a snapshot, with its last one, to a user. */
    GlimpsePeer(final String user, final Supplier<List<byte[]>> snapshot) throws IOException {
        this.user = user;
        this.snapshot = snapshot;
        listener.configureBlocking(false);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** The address, as HOST:PORT. */
    String address() {
        return "127.0.0.1:" + listener.socket().getLocalPort();
    }

    int logins() {
        return logins;
    }

    int rejections() {
        return rejections;
    }

    /** Accepts a connection, or reads from the present one. */
    void serve() throws IOException {
        if (channel == null) {
            channel = listener.accept();
            if (channel != null) {
                server = new SoupBinTCPServer(channel, _ -> {
                    throw new AssertionError("a client of GLIMPSE sends no message");
                }, new Status());
                channel.configureBlocking(false);
            }
        } else {
            try {
                if (server.receive() < 0) {
                    disconnect();
                }
            } catch (final IOException e) {
                disconnect(); // the client has closed the connection
            }
        }
    }

    private void disconnect() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }

    @Override
    public void close() throws IOException {
        disconnect();
        listener.close();
    }

    private final class Status implements SoupBinTCPServerStatusListener {
        @Override
        public void heartbeatTimeout(final SoupBinTCPServer session) throws IOException {
            disconnect();
        }

        @Override
        public void loginRequest(final SoupBinTCPServer session, final SoupBinTCP.LoginRequest request)
                throws IOException {
            channel.configureBlocking(true); // the client reads meanwhile
            if (!request.getUsername().strip().equals(user) || request.getRequestedSequenceNumber() != 1) {
                rejections++;
                final SoupBinTCP.LoginRejected rejected = new SoupBinTCP.LoginRejected();
                rejected.setRejectReasonCode(SoupBinTCP.LOGIN_REJECT_CODE_NOT_AUTHORIZED);
                session.reject(rejected);
                disconnect();
                return;
            }
            logins++;
            final SoupBinTCP.LoginAccepted accepted = new SoupBinTCP.LoginAccepted();
            accepted.setSession("TODAY");
            accepted.setSequenceNumber(1);
            session.accept(accepted);
            final List<byte[]> messages = snapshot.get();
            for (final byte[] message : logins == 1 ? messages.subList(0, messages.size() / 2) : messages) {
                session.send(ByteBuffer.wrap(message));
            }
            if (logins == 1) {
                disconnect();
            } else {
                channel.configureBlocking(false);
            }
        }

        @Override
        public void logoutRequest(final SoupBinTCPServer session) throws IOException {
            disconnect();
        }
    }

    /** The last message of a snapshot. */
    static byte[] end(final long nextSequence) {
        return "G%20d".formatted(nextSequence).getBytes(StandardCharsets.US_ASCII);
    }
}
