package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.ORDER;

import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

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

    /** Reasons of the connection manager of InfiniBand; iWARP has a negative errno in their place. */
    private static final int TIMED_OUT = 4;
    private static final int NOBODY_LISTENS = 8;
    private static final int STALE = 10;
    private static final int REFUSED = 28;

    private static final Type[] TYPES = Type.values();

    private final UnsafeBuffer struct = new UnsafeBuffer(
            BufferUtil.allocateDirectAligned(Layouts.EVENT, Long.BYTES));
    private final UnsafeBuffer data = new UnsafeBuffer(struct, Layouts.EVENT_DATA, 0);
    private Type type;
    private ConnectionId id;
    private ConnectionId listener;

    ConnectionEvent() {
    }

    /** {@return what happened} */
    public Type type() {
        return type;
    }

    /** {@return whose event it is; with {@link Type#CONNECT_REQUEST} a new one, which the caller has to close} */
    public ConnectionId id() {
        return id;
    }

    /** {@return with {@link Type#CONNECT_REQUEST} the one that listens, else null} */
    public ConnectionId listener() {
        return listener;
    }

    /** {@return 0, a negative errno, or with {@link Type#REJECTED} the reason's number; people get {@link #cause()}} */
    public int status() {
        return struct.getInt(Layouts.EVENT_STATUS, ORDER);
    }

    /** {@return half a sentence for people: what happened and why; never a bare number} */
    public String cause() {
        final int status = status();
        return switch (type) {
            case ADDRESS_ERROR -> "the address can't be reached over RDMA: " + Status.error(status);
            case ROUTE_ERROR -> "no route was found: " + Status.error(status);
            case UNREACHABLE -> status == 0 || status == Status.ETIMEDOUT
                    ? "the peer does not answer: is its host up, and does the network let RoCE through (UDP port 4791)"
                    : "the peer can't be reached: " + Status.error(status);
            case CONNECT_ERROR ->
                "connecting failed: " + (status == 0 ? "the peer gave no reason" : Status.error(status));
            case REJECTED -> rejection(status);
            case DISCONNECTED -> "the connection was ended";
            case DEVICE_REMOVAL -> "the RDMA device was removed";
            case ADDRESS_CHANGE -> "the address moved to another device";
            default -> Status.text(Status.Kind.EVENT, struct.getInt(Layouts.EVENT_TYPE, ORDER));
        };
    }

    /** {@return whether the peer itself refused, so that {@link #privateData()} is its own} */
    public boolean refusedByPeer() {
        return type == Type.REJECTED && (status() == REFUSED || status() == Status.ECONNREFUSED && data.capacity() > 0);
    }

    /** {@return whether the host has answered that nobody listens there} */
    public boolean nobodyListens() {
        return type == Type.REJECTED && (status() == NOBODY_LISTENS || status() == Status.ECONNREFUSED)
                && !refusedByPeer();
    }

    /** {@return the peer's private data, padded with zeros beyond what it gave; empty if there is none} */
    public DirectBuffer privateData() {
        return data;
    }

    /** {@return how many of our READs the peer answers at a time} */
    public int responderResources() {
        return struct.getInt(Layouts.EVENT_RESPONDER_RESOURCES, ORDER);
    }

    /** {@return how many READs the peer has under way at a time} */
    public int initiatorDepth() {
        return struct.getInt(Layouts.EVENT_INITIATOR_DEPTH, ORDER);
    }

    /** {@return number of the peer's queue pair, 0 if it is not told} */
    public int peerQueuePair() {
        return struct.getInt(Layouts.EVENT_PAIR, ORDER);
    }

    long address() {
        return struct.addressOffset();
    }

    long idHandle() {
        return struct.getLong(Layouts.EVENT_ID, ORDER);
    }

    long listenerHandle() {
        return struct.getLong(Layouts.EVENT_LISTENER, ORDER);
    }

    /** After the native library has filled the struct. */
    void take(final ConnectionId newId, final ConnectionId newListener) {
        final int number = struct.getInt(Layouts.EVENT_TYPE, ORDER);
        type = number >= 0 && number < Type.UNKNOWN.ordinal() ? TYPES[number] : Type.UNKNOWN;
        id = newId;
        listener = newListener;
        data.wrap(struct, Layouts.EVENT_DATA, struct.getInt(Layouts.EVENT_LENGTH, ORDER));
    }

    private static String rejection(final int reason) {
        return switch (reason) {
            case NOBODY_LISTENS, Status.ECONNREFUSED -> "nobody listens at this address and port";
            case TIMED_OUT -> "the peer took too long to answer";
            case STALE -> "the peer still has an earlier connection with the same number; try again";
            case REFUSED -> "the peer refused";
            default -> "the peer's RDMA connection manager refused, with reason " + reason + " of the InfiniBand"
                    + " specification, section 12.6.7.2";
        };
    }
}
