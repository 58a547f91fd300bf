package io.verbus.tcp.connection;

import io.verbus.BusException;
import io.verbus.net.connection.Resolution;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.MessageAuthenticator;
import io.verbus.net.handshake.RefuseMessage;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.tcp.connection.Hello.Part;
import io.verbus.tcp.link.Connection;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A connection from the first attempt to the first frame, or to the error that prevents it. By the conductor.
 *
 * <pre>
 *   RESOLVING ──▶ CONNECTING ──▶ GREETING ──▶ EXCHANGING ──▶ DONE
 *                                                ▲   └──▶ REFUSING ──┘
 *                           an acceptor starts here
 * </pre>
 */
abstract class Handshake {
    /** State of a handshake. */
    enum Step {
        /** The host name is resolved. */
        RESOLVING,
        /** The connection is being opened. */
        CONNECTING,
        /** The hello of the peer is awaited. */
        GREETING,
        /** Messages are exchanged. */
        EXCHANGING,
        /** A refusal is on its way. */
        REFUSING,
        /** Finished; nothing is left to close here. */
        DONE
    }

    /** Maximum wait until the peer has read a refusal. */
    private static final long REFUSING_NS = TimeUnit.SECONDS.toNanos(1);

    final ConnectionContext shared;
    final TcpAddress address;
    final boolean connector;
    private final Hello mine;
    private final CompletableFuture<String> host;
    private final long startedNs;
    private Wire wire;
    private MessageAuthenticator authenticator;
    private String peer;
    private Step step;
    private long refusingSinceNs;

    /** Connecting side. */
    Handshake(final ConnectionContext shared, final TcpAddress address, final Hello mine) {
        this.shared = shared;
        this.address = address;
        this.mine = mine;
        this.connector = true;
        this.startedNs = shared.context().clock().nanoTime();
        this.host = Resolution.of(address.host());
        this.peer = address.toString();
        this.step = Step.RESOLVING;
    }

    /** Accepting side, which has received the hello of the peer. */
    Handshake(final ConnectionContext shared, final TcpAddress address, final Part part, final Wire wire,
            final Hello theirs) {
        this.shared = shared;
        this.address = address;
        this.mine = Hello.of(shared.context().random(), part);
        this.connector = false;
        this.startedNs = shared.context().clock().nanoTime();
        this.host = null;
        this.wire = wire;
        this.peer = wire.peer();
        this.authenticator = new MessageAuthenticator(address.secret(), Hello.connection(theirs, mine), false);
        this.step = Step.EXCHANGING;
    }

    /** The connection is established, and the peer is known. */
    abstract void opened();

    /** Handles a message of the peer; its fields are within bounds. */
    abstract void take(Message message);

    /** The awaited message, for error texts. */
    abstract String awaited();

    /** The handshake has failed; all its resources are released. */
    abstract void failed(Failure failure, String cause);

    final Step step() {
        return step;
    }

    final String peer() {
        return peer;
    }

    /** The peer's address without its port. */
    final String peerHost() {
        return peer.substring(0, peer.lastIndexOf(':'));
    }

    /** Sends the hello of an accepting side, and begins. */
    final void greet() {
        try {
            wire.send(mine);
            opened();
        } catch (final IOException e) {
            lost(e);
        }
    }

    /** One duty cycle; returns 1 if the state changed. */
    final int conduct(final long nowNs) {
        final Step before = step;
        try {
            switch (step) {
                case RESOLVING -> resolve();
                case CONNECTING -> connect();
                case GREETING -> listenForHello();
                case EXCHANGING -> listen();
                case REFUSING -> {
                    if (wire.isFinishedByPeer() || nowNs - refusingSinceNs > REFUSING_NS) {
                        release();
                    }
                }
                case DONE -> {
                    // it is removed
                }
            }
            if (step.compareTo(Step.EXCHANGING) <= 0 && nowNs - startedNs > address.handshakeTimeoutNs()) {
                fail(Failure.UNREACHABLE, timedOut());
            }
        } catch (final BusException e) {
            fail(Failure.REFUSED, e.getMessage());
        } catch (final ConnectException e) {
            fail(Failure.NO_LISTENER, "cannot connect to " + peer + ": " + e.getMessage()
                    + "; start Verbus there, or use another address");
        } catch (final IOException e) {
            lost(e);
        }
        return step == before ? 0 : 1;
    }

    private void resolve() throws IOException {
        if (!host.isDone()) {
            return;
        }
        if (host.isCompletedExceptionally()) {
            fail(Failure.UNREACHABLE,
                    "unknown host name " + address.host() + ": use another name or a numeric address");
            return;
        }
        final SocketChannel channel = SocketChannel.open();
        wire = new Wire(channel);
        step = Step.CONNECTING;
        if (address.source() != null) {
            channel.bind(new InetSocketAddress(InetAddress.getByName(address.source()), 0));
        }
        channel.connect(new InetSocketAddress(InetAddress.getByName(host.join()), address.port()));
        connect();
    }

    private void connect() throws IOException {
        if (wire.channel().finishConnect()) {
            wire.send(mine);
            step = Step.GREETING;
        }
    }

    private void listenForHello() throws IOException {
        final Hello theirs = wire.receiveHello();
        if (theirs == null) {
            return;
        }
        if (theirs.part() == Part.REFUSAL) {
            fail(Failure.NO_SESSION, peer + " has no subscription to this stream");
            return;
        }
        authenticator = new MessageAuthenticator(address.secret(), Hello.connection(mine, theirs), true);
        step = Step.EXCHANGING;
        opened();
    }

    private void listen() throws IOException {
        while (step == Step.EXCHANGING) {
            try {
                final Message message = wire.receive(authenticator);
                if (message == null) {
                    return;
                }
                if (message instanceof RefuseMessage(Failure kind, String reason)) {
                    fail(kind, peer + " refuses: " + reason);
                } else {
                    take(message);
                }
            } catch (final BusException e) {
                refuse(Failure.REFUSED, peer + " " + e.getMessage());
            }
        }
    }

    private String timedOut() {
        final long timeoutMs = TimeUnit.NANOSECONDS.toMillis(address.handshakeTimeoutNs());
        return switch (step) {
            case RESOLVING -> "host name " + address.host() + " not resolved within " + timeoutMs + " ms: check"
                    + " the name server";
            case CONNECTING -> "no answer from " + peer + " within " + timeoutMs
                    + " ms: check that its host is up, and that no firewall drops TCP to its port";
            case GREETING -> peer + " has accepted the connection, but does not answer within " + timeoutMs
                    + " ms: check that a Verbus process listens there";
            default -> peer + " has connected, but its " + awaited() + " was not received within " + timeoutMs
                    + " ms: it hangs or is overloaded";
        };
    }

    private void lost(final IOException e) {
        fail(Failure.UNREACHABLE, e instanceof Wire.PeerClosedException
                ? peer + " has disconnected before its " + (step == Step.GREETING ? "answer" : awaited())
                        + " was received"
                : "cannot connect to " + peer + ": " + e.getMessage());
    }

    final void send(final Message message) {
        try {
            wire.send(message, authenticator);
        } catch (final IOException e) {
            throw Wire.failure("cannot send to " + peer, e);
        }
    }

    /** Reports the failure to both sides. */
    final void refuse(final Failure failure, final String reason) {
        if (step != Step.EXCHANGING) {
            return;
        }
        try {
            wire.send(new RefuseMessage(failure, reason), authenticator);
            wire.finish();
            step = Step.REFUSING;
            refusingSinceNs = shared.context().clock().nanoTime();
            failed(failure, reason);
        } catch (final IOException e) {
            fail(failure, reason);
        }
    }

    /** Reports the failure to this side. */
    final void fail(final Failure failure, final String cause) {
        final Step before = step;
        release();
        if (before != Step.REFUSING && before != Step.DONE) {
            failed(failure, cause);
        }
    }

    /** The epoch starts: its link owns the socket. */
    final Connection join() {
        step = Step.DONE;
        return new Connection(wire.channel(), peer, "TCP", address.silenceNs());
    }

    /** Releases all resources, without a report to this side. */
    final void release() {
        if (step != Step.DONE) {
            step = Step.DONE;
            if (wire != null) {
                wire.close();
            }
        }
    }
}
