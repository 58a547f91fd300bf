package io.verbus.tcp.link;

import io.verbus.net.connection.PeerSilence;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The connection of an epoch. It ends once, with the first cause; the conductor then closes the socket. */
public final class Connection {
    private final ByteChannel channel;
    private final String peer;
    private final String medium;
    private final PeerSilence silence;
    private final AtomicReference<String> cause = new AtomicReference<>();
    private boolean closed;

    /**
     * An open connection.
     *
     * @param channel that does not block
     * @param peer its address and port
     * @param medium for operators
     * @param silenceNs without a sign of life of the peer after which the epoch ends
     */
    public Connection(final ByteChannel channel, final String peer, final String medium, final long silenceNs) {
        this.channel = channel;
        this.peer = peer;
        this.medium = medium;
        this.silence = new PeerSilence(silenceNs);
    }

    ByteChannel channel() {
        return channel;
    }

    String peer() {
        return peer;
    }

    String medium() {
        return medium;
    }

    /** Ends the epoch, unless it has ended. Any thread. */
    void end(final String why) {
        cause.compareAndSet(null, why);
    }

    /** The socket has reported an error. */
    void failed(final IOException e) {
        end("lost the connection to " + peer + ": " + e.getMessage());
    }

    /** The peer has broken the protocol. */
    void violated(final String what) {
        end(peer + " violates the protocol: " + what);
    }

    /** The peer has closed its side. */
    void endedByPeer() {
        end(peer + " has ended the connection: the peer closed it, or its process died");
    }

    String endedBy() {
        return cause.get();
    }

    boolean hasEnded() {
        return cause.get() != null;
    }

    /** One duty cycle of the conductor, with the last sign of life of the peer. */
    void conduct(final long signOfLife, final long nowNs) {
        if (silence.isOver(signOfLife, nowNs)) {
            end("lost the connection to " + peer + ": no sign of life for "
                    + TimeUnit.NANOSECONDS.toMillis(silence.limitNs())
                    + " ms: its process is stopped, or the path is cut");
        }
        if (hasEnded()) {
            close();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Closes the socket: bytes that are written already still arrive. By the conductor. */
    void close() {
        if (!closed) {
            closed = true;
            end("closed locally");
            try {
                channel.close();
            } catch (final IOException e) {
                assert !channel.isOpen() : e; // it is closed nevertheless
            }
        }
    }
}
