package io.verbus.marketdata.live;

import io.verbus.marketdata.glimpse.GlimpseReceiver;
import io.verbus.marketdata.glimpse.GlimpseSettings;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.SnapshotSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.agrona.concurrent.UnsafeBuffer;

/** Snapshots of a GLIMPSE server: a non-blocking TCP connection for each request. For one thread. */
public final class GlimpseSource implements SnapshotSource {
    /** Read at once: live packets do not wait long. */
    private static final int SLICE_BYTES = 64 << 10;
    /** Returned at once, for the same reason. */
    private static final int BLOCK_BYTES = 16 << 10;

    private final InetSocketAddress server;
    private final GlimpseSettings settings;
    private final ByteBuffer received = ByteBuffer.allocateDirect(SLICE_BYTES);
    private final UnsafeBuffer bytes = new UnsafeBuffer(received);
    private SocketChannel channel;
    private GlimpseReceiver receiver;

    /**
     * Opens nothing.
     *
     * @param server address of the server
     * @param settings of the login, and limits
     */
    public GlimpseSource(final InetSocketAddress server, final GlimpseSettings settings) {
        this.server = server;
        this.settings = settings;
    }

    @Override
    public void request(final long nowNs) {
        cancel();
        receiver = new GlimpseReceiver(settings, nowNs);
        try {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (channel.connect(server)) {
                receiver.onConnected(nowNs);
            }
        } catch (final IOException e) {
            receiver.onError("the connection failed: " + e.getMessage());
        }
    }

    @Override
    public State poll(final long nowNs) {
        if (receiver == null) {
            return State.IDLE;
        }
        if (receiver.state() == State.READING) {
            try {
                advance(nowNs);
            } catch (final IOException e) {
                receiver.onError("the connection failed: " + e.getMessage());
            }
            if (receiver.state() != State.READING) {
                disconnect();
            }
        }
        return receiver.state();
    }

    private void advance(final long nowNs) throws IOException {
        if (channel.isConnectionPending() && channel.finishConnect()) {
            receiver.onConnected(nowNs);
        }
        if (channel.isConnected()) {
            channel.write(receiver.outgoing());
            received.clear();
            final int length = channel.read(received);
            if (length > 0) {
                receiver.onBytes(bytes, 0, length, nowNs);
            } else if (length < 0) {
                receiver.onClosed();
            }
        }
        receiver.onTime(nowNs);
    }

    /** Sends a logout if there is room for it; a server that does not receive it sees the end of the connection. */
    private void disconnect() {
        if (channel == null) {
            return;
        }
        try (SocketChannel closed = channel) {
            if (closed.isConnected()) {
                closed.write(receiver.outgoing());
            }
        } catch (final IOException e) {
            // the connection has served its purpose
        }
        channel = null;
    }

    @Override
    public void cancel() {
        if (receiver != null) {
            disconnect();
            receiver = null;
        }
    }

    @Override
    public String failure() {
        return receiver.failure();
    }

    @Override
    public long nextSequence() {
        return receiver.nextSequence();
    }

    @Override
    public boolean fill(final Block block) {
        return receiver.fill(block, BLOCK_BYTES);
    }

    @Override
    public String shown() {
        return "GLIMPSE at " + MoldSockets.shown(server);
    }

    @Override
    public void close() {
        cancel();
    }
}
