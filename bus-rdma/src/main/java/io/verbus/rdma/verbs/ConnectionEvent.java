package io.verbus.rdma.verbs;

import org.agrona.DirectBuffer;

/** What the connection manager tells: a view, overwritten by the next {@link EventChannel#poll()}. */
public final class ConnectionEvent {
    /** What happened; in the order of the connection manager. */
    public enum Type {
        /** The address is known; resolve the route. */
        ADDRESS_RESOLVED,
        /** No RDMA device leads to the address. */
        ADDRESS_ERROR,
        /** The route is known; make the queue pair and connect. */
        ROUTE_RESOLVED,
        /** There is no route. */
        ROUTE_ERROR,
        /** A peer wants to connect: accept or reject {@link #id()}. */
        CONNECT_REQUEST,
        /** A peer's answer; not seen where the queue pair belongs to the identifier. */
        CONNECT_RESPONSE,
        /** Connecting failed. */
        CONNECT_ERROR,
        /** The peer can't be reached, or does not answer. */
        UNREACHABLE,
        /** The peer refused. */
        REJECTED,
        /** Connected. */
        ESTABLISHED,
        /** The peer, or this side, disconnected. */
        DISCONNECTED,
        /** The device goes: close everything of it. */
        DEVICE_REMOVAL,
        /** Not used here. */
        MULTICAST_JOIN,
        /** Not used here. */
        MULTICAST_ERROR,
        /** The address moved to another device. */
        ADDRESS_CHANGE,
        /** The connection's number may be used again. */
        TIMEWAIT_EXIT,
        /** One that this version does not know. */
        UNKNOWN
    }

    ConnectionEvent() {
    }

    /** {@return what happened} */
    public Type type() {
        throw new UnsupportedOperationException();
    }

    /** {@return whose event it is; with {@link Type#CONNECT_REQUEST} a new one, which the caller has to close} */
    public ConnectionId id() {
        throw new UnsupportedOperationException();
    }

    /** {@return with {@link Type#CONNECT_REQUEST} the one that listens, else null} */
    public ConnectionId listener() {
        throw new UnsupportedOperationException();
    }

    /** {@return 0, a negative errno, or with {@link Type#REJECTED} the reason's number; people get {@link #cause()}} */
    public int status() {
        throw new UnsupportedOperationException();
    }

    /** {@return half a sentence for people: what happened and why; never a bare number} */
    public String cause() {
        throw new UnsupportedOperationException();
    }

    /** {@return whether the peer itself refused, so that {@link #privateData()} is its own} */
    public boolean refusedByPeer() {
        throw new UnsupportedOperationException();
    }

    /** {@return the peer's private data, padded with zeros beyond what it gave; empty if there is none} */
    public DirectBuffer privateData() {
        throw new UnsupportedOperationException();
    }

    /** {@return how many of our READs the peer answers at a time} */
    public int responderResources() {
        throw new UnsupportedOperationException();
    }

    /** {@return how many READs the peer has under way at a time} */
    public int initiatorDepth() {
        throw new UnsupportedOperationException();
    }

    /** {@return number of the peer's queue pair, 0 if it is not told} */
    public int peerQueuePair() {
        throw new UnsupportedOperationException();
    }
}
