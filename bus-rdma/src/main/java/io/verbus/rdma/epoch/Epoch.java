package io.verbus.rdma.epoch;

import io.verbus.rdma.address.RdmaAddress.Route;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.QueuePair;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One connection between a log and an image. It ends once, with the first cause, and its queue pair is in error at
 * once; the peer is told by the conductor.
 */
public final class Epoch implements AutoCloseable {
    private final ConnectionId id;
    private final Peer peer;
    private final QueuePair queuePair;
    private final AtomicReference<String> cause = new AtomicReference<>();
    private final Deque<AutoCloseable> holdings;
    private volatile boolean inError;
    private boolean disconnected;
    private boolean closed;

    /**
     * An epoch that begins.
     *
     * @param id of the connection; closed with the epoch
     * @param queuePair of the connection; closed with the epoch
     * @param peer who is at the other end
     * @param holdings what is closed after the queue pair, the first first
     */
    public Epoch(final ConnectionId id, final QueuePair queuePair, final Peer peer,
            final Deque<AutoCloseable> holdings) {
        this.id = id;
        this.peer = peer;
        this.holdings = holdings;
        this.queuePair = queuePair;
    }

    /**
     * Who is at the other end.
     *
     * @param address for people
     * @param route that leads there, with the time-outs that were set
     */
    public record Peer(String address, Route route) {}

    /**
     * Takes something over that is closed when the queue pair is, what came last first.
     *
     * @param <T> its type
     * @param holding to be closed
     * @return it
     */
    public <T extends AutoCloseable> T hold(final T holding) {
        holdings.push(holding);
        return holding;
    }

    /**
     * Ends it, unless it has ended. Any thread.
     *
     * @param why in words
     */
    public void end(final String why) {
        if (cause.compareAndSet(null, why)) {
            queuePair.toError();
            inError = true;
        }
    }

    /** {@return why it has ended; null while it lasts} */
    public String endedBy() {
        return cause.get();
    }

    /** {@return whether it has ended; any thread} */
    public boolean hasEnded() {
        return cause.get() != null;
    }

    /** {@return whether nothing that the peer still does has an effect; any thread} */
    public boolean isInError() {
        return inError;
    }

    /** Tells the peer, once. By the conductor. */
    public void disconnectIfEnded() {
        if (inError && !disconnected) {
            disconnected = true;
            id.disconnect();
        }
    }

    /** {@return whether the peer was told; conductor} */
    public boolean isDisconnected() {
        return disconnected;
    }

    /** {@return whether it is closed; conductor} */
    public boolean isClosed() {
        return closed;
    }

    /** {@return who is at the other end} */
    public String peer() {
        return peer.address();
    }

    /** {@return the way to the peer, with the time-outs that were set} */
    public Route route() {
        return peer.route();
    }

    /** {@return its queue pair} */
    public QueuePair queuePair() {
        return queuePair;
    }

    /** {@return what the connection manager knows it by} */
    public ConnectionId id() {
        return id;
    }

    /** Destroys the queue pair, then gives back what was held for it. By the conductor. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        end("it was closed here");
        disconnectIfEnded();
        queuePair.close();
        while (!holdings.isEmpty()) {
            Quietly.close(holdings.pop());
        }
        id.close();
    }
}
