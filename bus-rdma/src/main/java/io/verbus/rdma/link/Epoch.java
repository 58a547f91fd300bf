package io.verbus.rdma.link;

import io.verbus.net.connection.PeerSilence;
import io.verbus.rdma.address.RdmaAddress.Route;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.rdma.verbs.Status;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One connection between a log and an image. It ends once, with the first cause; then its queue pair enters the error
 * state, and the conductor disconnects the peer. The call that moves a queue pair to the error state is a command of
 * the firmware on hardware, of tens to hundreds of microseconds, so a publishing thread leaves it to the conductor.
 */
public final class Epoch implements AutoCloseable {
    private final ConnectionId id;
    private final Peer peer;
    private final QueuePair queuePair;
    private final AtomicReference<String> cause = new AtomicReference<>();
    private final Deque<AutoCloseable> holdings;
    private volatile boolean inError;
    private volatile String medium = "";
    private boolean disconnected;
    private boolean closed;

    /**
     * A new epoch.
     *
     * @param id of the connection; closed with the epoch
     * @param queuePair of the connection; closed with the epoch
     * @param peer of the connection
     * @param holdings resources closed after the queue pair, in this order
     */
    public Epoch(final ConnectionId id, final QueuePair queuePair, final Peer peer,
            final Deque<AutoCloseable> holdings) {
        this.id = id;
        this.peer = peer;
        this.holdings = holdings;
        this.queuePair = queuePair;
    }

    /**
     * The peer of a connection.
     *
     * @param address for messages
     * @param route to the peer, with the configured timeouts
     */
    public record Peer(String address, Route route) {}

    /**
     * Takes ownership of a resource. Resources are closed after the queue pair, the last first.
     *
     * @param <T> its type
     * @param holding to be closed
     * @return the resource
     */
    public <T extends AutoCloseable> T hold(final T holding) {
        holdings.push(holding);
        return holding;
    }

    /**
     * Ends the epoch, unless it has ended, and moves its queue pair to the error state at once. Any thread that does
     * not publish.
     *
     * @param why error text
     */
    public void end(final String why) {
        if (cause.compareAndSet(null, why)) {
            queuePair.toError();
            inError = true;
        }
    }

    /**
     * Ends the epoch, unless it has ended; the conductor moves its queue pair to the error state in its next duty
     * cycle. Any thread.
     *
     * @param why error text
     */
    public void mark(final String why) {
        cause.compareAndSet(null, why);
    }

    /**
     * Ends the epoch, unless it has ended, after a completion with an error: the device has moved the queue pair to the
     * error state by itself. Any thread.
     *
     * @param status of the completion
     * @param why error text
     */
    public void failed(final int status, final String why) {
        if (cause.compareAndSet(null, why) && status != Status.QUEUE_FAILED) {
            inError = true;
        }
    }

    /** {@return cause of the end; null before the end} */
    public String endedBy() {
        return cause.get();
    }

    /** {@return whether it has ended; any thread} */
    public boolean hasEnded() {
        return cause.get() != null;
    }

    /**
     * {@return whether the queue pair is in the error state, so that no access of the peer has an effect; any thread}
     */
    public boolean isInError() {
        return inError;
    }

    /**
     * The silence of the peer. On iWARP a packet has no acknowledgement timeout, so it ends the epoch; elsewhere the
     * device reports a dead peer, and a stopped one keeps its connection.
     *
     * @return the limit of this connection
     */
    PeerSilence silence() {
        return new PeerSilence(id.device().iwarp() ? route().silenceNs() : Long.MAX_VALUE);
    }

    /** Ends the epoch of a peer that has been silent for too long. By the conductor. */
    void endIfSilent(final PeerSilence silence, final long heartbeat, final long nowNs) {
        if (silence.isOver(heartbeat, nowNs)) {
            end(EpochCauses.silence(peer(), silence.limitNs()));
        }
    }

    /** Disconnects the peer once after the end. By the conductor. */
    public void disconnectIfEnded() {
        if (hasEnded() && !disconnected) {
            queuePair.toError(); // repeatable
            inError = true;
            disconnected = true;
            id.disconnect();
        }
    }

    /** {@return whether the peer was disconnected; conductor} */
    public boolean isDisconnected() {
        return disconnected;
    }

    /** {@return whether it is closed; conductor} */
    public boolean isClosed() {
        return closed;
    }

    /** {@return address of the peer} */
    public String peer() {
        return peer.address();
    }

    /**
     * Sets the medium, which is known at the end of the handshake.
     *
     * @param newMedium link layer, operations and device, for operators
     */
    public void medium(final String newMedium) {
        medium = newMedium;
    }

    /** {@return link layer, operations and device, for operators; empty before the end of the handshake} */
    public String medium() {
        return medium;
    }

    /** {@return route to the peer, with the configured timeouts} */
    public Route route() {
        return peer.route();
    }

    /** {@return its queue pair} */
    public QueuePair queuePair() {
        return queuePair;
    }

    /** {@return its connection id} */
    public ConnectionId id() {
        return id;
    }

    /** Destroys the queue pair, then releases all resources, also if one of them fails. By the conductor. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        end("closed locally");
        disconnectIfEnded();
        holdings.push(queuePair);
        holdings.addLast(id);
        CloseHelper.closeAll(holdings);
    }
}
