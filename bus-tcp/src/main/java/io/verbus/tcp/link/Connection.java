package io.verbus.tcp.link;

import io.verbus.net.connection.PeerSilence;
import io.verbus.tcp.tls.TlsChannel;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The connection of an epoch. It ends once, with the first cause; the conductor then closes the socket. A publisher
 * that ends it first finishes its side, and waits until the peer has closed: a socket that is closed with unread bytes,
 * such as credit, discards what the peer has not received (RFC 1122, section 4.2.2.13).
 */
public final class Connection {
    private final ByteChannel channel;
    private final String peer;
    private final String medium;
    private final PeerSilence silence;
    private final AtomicReference<String> cause = new AtomicReference<>();
    /** Whether the peer has closed its side, or nothing can be exchanged with it. */
    private volatile boolean broken;
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

    private void fail(final String why) {
        end(why);
        broken = true;
    }

    /** The socket has reported an error. */
    void failed(final IOException e) {
        fail("lost the connection to " + peer + ": " + e.getMessage());
    }

    /** The peer has broken the protocol. */
    void violated(final String what) {
        fail(peer + " violates the protocol: " + what);
    }

    /** The peer has closed its side. */
    void endedByPeer() {
        fail(peer + " has ended the connection: the peer closed it, or its process died");
    }

    String endedBy() {
        return cause.get();
    }

    boolean hasEnded() {
        return cause.get() != null;
    }

    /**
     * Ends this side of a socket; the peer still receives the bytes that were written.
     *
     * @param channel that does not block
     * @return false if the socket has not accepted them all: call again
     * @throws IOException if the connection has failed
     */
    public static boolean finish(final ByteChannel channel) throws IOException {
        if (channel instanceof TlsChannel tls) {
            return tls.finish();
        }
        ((SocketChannel) channel).shutdownOutput();
        return true;
    }

    /**
     * One duty cycle of the conductor.
     *
     * @param signOfLife the last one of the peer
     * @param nowNs on the monotonic clock
     * @param finishes whether this side finishes before it closes, for at most the longest silence of a living peer
     */
    void conduct(final long signOfLife, final long nowNs, final boolean finishes) {
        if (silence.isOver(signOfLife, nowNs)) {
            fail("lost the connection to " + peer + ": no sign of life for "
                    + TimeUnit.NANOSECONDS.toMillis(silence.limitNs())
                    + " ms: its process is stopped, or the path is cut");
        }
        if (broken || hasEnded() && !finishes) {
            close();
        }
    }

    /** Whether the epoch has ended, and the peer may not have received everything. */
    boolean isFinishing() {
        return hasEnded() && !broken;
    }

    boolean isClosed() {
        return closed;
    }

    /** Closes the socket. By the conductor. */
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
