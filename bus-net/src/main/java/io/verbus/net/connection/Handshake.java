package io.verbus.net.connection;

import io.verbus.BusException;
import io.verbus.net.address.PeerAddress;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.MessageAuthenticator;
import io.verbus.net.handshake.RefuseMessage;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.TransportContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A connection from the first attempt to the first byte of the log, or to the error that prevents it. By the conductor.
 *
 * <pre>
 *   RESOLVING ──▶ ROUTING ──▶ CONNECTING ──▶ GREETING ──▶ EXCHANGING ──▶ DONE
 *                                 ▲                            └──▶ REFUSING ──┘
 *                     an acceptor starts here, or at EXCHANGING
 * </pre>
 *
 * <p>A transport has some of the steps before EXCHANGING. The messages are those of an {@link Exchange}.
 */
public abstract class Handshake {
    /** State of a handshake. */
    public enum Step {
        /** The host name is resolved. */
        RESOLVING,
        /** Device and route are resolved. */
        ROUTING,
        /** The connection is being opened. */
        CONNECTING,
        /** The first bytes of the peer are awaited. */
        GREETING,
        /** Handshake messages are exchanged. */
        EXCHANGING,
        /** A refusal is on its way. */
        REFUSING,
        /** Finished; nothing is left to close here. */
        DONE
    }

    /** Maximum wait until the peer has received a refusal. */
    private static final long REFUSING_NS = TimeUnit.SECONDS.toNanos(1);

    final HandshakeServices services;
    final PeerAddress address;
    private final boolean connector;
    private final String peer;
    private final long startedNs;
    private final CompletableFuture<String> host;
    private MessageAuthenticator authenticator;
    private Step step;
    private long refusingSinceNs;

    /**
     * Connecting side.
     *
     * @param services of the transport
     * @param address of the peer
     */
    protected Handshake(final HandshakeServices services, final PeerAddress address) {
        this(services, address, true, address.toString(), Resolution.of(address.host()), Step.RESOLVING);
    }

    /**
     * Accepting side.
     *
     * @param services of the transport
     * @param address of the listener
     * @param peer its address and port
     * @param step that it begins with
     */
    protected Handshake(final HandshakeServices services, final PeerAddress address, final String peer,
            final Step step) {
        this(services, address, false, peer, null, step);
    }

    private Handshake(final HandshakeServices services, final PeerAddress address, final boolean connector,
            final String peer, final CompletableFuture<String> host, final Step step) {
        this.services = services;
        this.address = address;
        this.connector = connector;
        this.peer = peer;
        this.host = host;
        this.step = step;
        this.startedNs = services.context().clock().nanoTime();
    }

    /** {@return this side's part in the messages} */
    protected abstract Exchange exchange();

    /**
     * The host name is resolved: opens a connection.
     *
     * @param numericHost address of the peer
     */
    protected abstract void open(String numericHost);

    /**
     * One duty cycle after the name is resolved.
     *
     * @param nowNs on the monotonic clock
     */
    protected abstract void advance(long nowNs);

    /**
     * Sends a message; a refusal is the last one.
     *
     * @param message to send
     * @param proof of this side
     */
    protected abstract void send(Message message, MessageAuthenticator proof);

    /** {@return whether the peer has received the refusal, or never will} */
    protected abstract boolean isRefusalReceived();

    /** Closes the connection, if it is open. */
    protected abstract void closeConnection();

    /**
     * The peer has not answered in a step between RESOLVING and EXCHANGING.
     *
     * @param timeoutMs of the handshake
     * @return error text
     */
    protected abstract String unanswered(long timeoutMs);

    /** {@return services of the bus} */
    protected final TransportContext context() {
        return services.context();
    }

    /** {@return whether this side connects} */
    protected final boolean isConnector() {
        return connector;
    }

    /** {@return the state} */
    public final Step step() {
        return step;
    }

    /**
     * Sets the state.
     *
     * @param next state
     */
    protected final void step(final Step next) {
        step = next;
    }

    /** {@return address and port of the peer} */
    protected final String peer() {
        return peer;
    }

    /** {@return address of the peer without its port} */
    protected final String peerHost() {
        return peer.substring(0, peer.lastIndexOf(':'));
    }

    /** {@return numeric address of the peer, once it is resolved} */
    protected final String resolvedHost() {
        return host.join();
    }

    /**
     * Both sides of the connection are known.
     *
     * @param connection distinguishes it from all others
     */
    protected final void prove(final byte[] connection) {
        authenticator = new MessageAuthenticator(address.secret(), connection, connector);
    }

    /** {@return that of this side} */
    protected final MessageAuthenticator authenticator() {
        return authenticator;
    }

    /**
     * One duty cycle.
     *
     * @param nowNs on the monotonic clock
     * @return 1 if the state has changed, else 0
     */
    public final int conduct(final long nowNs) {
        final Step before = step;
        try {
            if (step != Step.RESOLVING) {
                advance(nowNs);
            } else if (host.isCompletedExceptionally()) {
                fail(Failure.UNREACHABLE,
                        "unknown host name " + address.host() + ": use another name or a numeric address");
            } else if (host.isDone()) {
                open(host.join());
            }
            if (step == Step.REFUSING && (isRefusalReceived() || nowNs - refusingSinceNs > REFUSING_NS)) {
                release();
            } else if (step.compareTo(Step.EXCHANGING) <= 0 && nowNs - startedNs > address.handshakeTimeoutNs()) {
                fail(Failure.UNREACHABLE, timedOut());
            }
        } catch (final BusException e) {
            fail(Failure.REFUSED, e.getMessage());
        }
        return step == before ? 0 : 1;
    }

    private String timedOut() {
        final long timeoutMs = TimeUnit.NANOSECONDS.toMillis(address.handshakeTimeoutNs());
        return switch (step) {
            case RESOLVING -> "host name " + address.host() + " not resolved within " + timeoutMs + " ms: check"
                    + " the name server";
            case EXCHANGING -> peer + " has connected, but its " + exchange().awaited() + " was not received within "
                    + timeoutMs + " ms: it hangs or is overloaded";
            default -> unanswered(timeoutMs);
        };
    }

    /** The peer refuses the connection: it has no subscription to the stream of this publisher. */
    protected final void failUnwanted() {
        fail(Failure.NO_SESSION, peer + " has no subscription to this stream");
    }

    /** The peer has ended the connection too early. */
    protected final void failDisconnected() {
        fail(Failure.UNREACHABLE, peer + " has disconnected before its "
                + (step == Step.GREETING ? "answer" : exchange().awaited()) + " was received");
    }

    /**
     * Handles a message of the peer.
     *
     * @param message its fields are within bounds
     * @throws BusException if it violates the protocol; the text follows the name of the peer
     */
    protected final void take(final Message message) {
        if (message instanceof RefuseMessage(Failure kind, String reason)) {
            fail(kind, peer + " refuses: " + reason);
        } else {
            exchange().take(message);
        }
    }

    /**
     * Sends a message.
     *
     * @param message to send
     * @throws BusException if it cannot be sent
     */
    protected final void send(final Message message) {
        send(message, authenticator);
    }

    /**
     * Reports a failure to both sides.
     *
     * @param failure its kind
     * @param reason text
     */
    protected final void refuse(final Failure failure, final String reason) {
        if (step == Step.REFUSING || step == Step.DONE) {
            return;
        }
        try {
            send(new RefuseMessage(failure, reason));
            step = Step.REFUSING;
            refusingSinceNs = context().clock().nanoTime();
            exchange().failed(failure, reason);
        } catch (final BusException e) {
            fail(failure, reason);
        }
    }

    /**
     * Reports a failure to this side.
     *
     * @param failure its kind
     * @param cause text
     */
    protected final void fail(final Failure failure, final String cause) {
        final Step before = step;
        release();
        if (before != Step.REFUSING && before != Step.DONE) {
            exchange().failed(failure, cause);
        }
    }

    /** Releases all resources, without a report to this side. */
    public final void release() {
        if (step != Step.DONE) {
            step = Step.DONE;
            closeConnection();
        }
    }
}
