package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.ORDER;

import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** An event of the connection manager: a view, overwritten by the next {@link EventChannel#poll()}. */
public final class ConnectionEvent {
    /** Event types, in the order of the connection manager. */
    public enum Type {
        /** The address is resolved; resolve the route. */
        ADDRESS_RESOLVED,
        /** No RDMA device leads to the address. */
        ADDRESS_ERROR,
        /** The route is resolved; create the queue pair and connect. */
        ROUTE_RESOLVED,
        /** There is no route. */
        ROUTE_ERROR,
        /** Connection request: accept or reject {@link #id()}. */
        CONNECT_REQUEST,
        /** The peer has accepted: connect the queue pair and establish the connection. Not on iWARP. */
        CONNECT_RESPONSE,
        /** The connection attempt failed. */
        CONNECT_ERROR,
        /** The peer is unreachable, or does not answer. */
        UNREACHABLE,
        /** The peer rejected the request. */
        REJECTED,
        /** Connected. */
        ESTABLISHED,
        /** Either side disconnected. */
        DISCONNECTED,
        /** The device is being removed: close all its resources. */
        DEVICE_REMOVAL,
        /** Not used here. */
        MULTICAST_JOIN,
        /** Not used here. */
        MULTICAST_ERROR,
        /** The address has moved to another device. */
        ADDRESS_CHANGE,
        /** The connection's number may be reused. */
        TIMEWAIT_EXIT,
        /** Unknown to this version. */
        UNKNOWN
    }

    /** Reject reasons of the InfiniBand connection manager; iWARP uses a negative errno instead. */
    private static final int TIMED_OUT = 4;
    private static final int NO_LISTENER = 8;
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

    /** {@return its type} */
    public Type type() {
        return type;
    }

    /** {@return the identifier; with {@link Type#CONNECT_REQUEST} a new one, closed by the caller} */
    public ConnectionId id() {
        return id;
    }

    /** {@return with {@link Type#CONNECT_REQUEST} the listening identifier, else null} */
    public ConnectionId listener() {
        return listener;
    }

    /** {@return 0, a negative errno, or with {@link Type#REJECTED} the reason code; as text: {@link #cause()}} */
    public int status() {
        return struct.getInt(Layouts.EVENT_STATUS, ORDER);
    }

    /** {@return event and reason as text, a phrase for an error message; never a bare number} */
    public String cause() {
        final int status = status();
        return switch (type) {
            case ADDRESS_ERROR -> "address unreachable over RDMA: " + Status.error(status);
            case ROUTE_ERROR -> "no route found: " + Status.error(status);
            case UNREACHABLE -> status == 0 || status == Status.ETIMEDOUT
                    ? "the peer does not answer: check its host" + (isIwarp()
                            ? ", and that the network passes TCP to its port"
                            : ", and that the network passes RoCE (UDP port 4791)")
                    : "the peer is unreachable: " + Status.error(status);
            case CONNECT_ERROR ->
                "connection attempt failed: " + (status == 0 ? "the peer gave no reason" : Status.error(status));
            case REJECTED -> rejection(status);
            case DISCONNECTED -> "disconnected";
            case DEVICE_REMOVAL -> "the RDMA device was removed";
            case ADDRESS_CHANGE -> "the address has moved to another device";
            default -> Status.text(Status.Kind.EVENT, struct.getInt(Layouts.EVENT_TYPE, ORDER));
        };
    }

    private boolean isIwarp() {
        return id != null && id.device() != null && id.device().iwarp();
    }

    /** {@return whether a connection request is no longer in progress} */
    public boolean isAnswer() {
        return switch (type) {
            case CONNECT_RESPONSE, CONNECT_ERROR, UNREACHABLE, REJECTED, ESTABLISHED, DISCONNECTED -> true;
            default -> false;
        };
    }

    /** {@return whether the peer itself rejected the request, so that {@link #privateData()} is that of the peer} */
    public boolean refusedByPeer() {
        return type == Type.REJECTED && (status() == REFUSED || status() == Status.ECONNREFUSED && data.capacity() > 0);
    }

    /** {@return whether the host has answered that nothing listens there} */
    public boolean noListener() {
        return type == Type.REJECTED && (status() == NO_LISTENER || status() == Status.ECONNREFUSED)
                && !refusedByPeer();
    }

    /** {@return the peer's private data, padded with zeros; empty if there is none} */
    public DirectBuffer privateData() {
        return data;
    }

    /** {@return maximum concurrent READs that the peer answers} */
    public int responderResources() {
        return struct.getInt(Layouts.EVENT_RESPONDER_RESOURCES, ORDER);
    }

    /** {@return maximum concurrent READs of the peer} */
    public int initiatorDepth() {
        return struct.getInt(Layouts.EVENT_INITIATOR_DEPTH, ORDER);
    }

    /** {@return number of the peer's queue pair, 0 if unknown} */
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

    /** Called after the native library has filled the struct. */
    void take(final ConnectionId newId, final ConnectionId newListener) {
        final int number = struct.getInt(Layouts.EVENT_TYPE, ORDER);
        type = number >= 0 && number < Type.UNKNOWN.ordinal() ? TYPES[number] : Type.UNKNOWN;
        id = newId;
        listener = newListener;
        data.wrap(struct, Layouts.EVENT_DATA, struct.getInt(Layouts.EVENT_LENGTH, ORDER));
    }

    private static String rejection(final int reason) {
        return switch (reason) {
            case NO_LISTENER, Status.ECONNREFUSED -> "no listener at this address and port";
            case TIMED_OUT -> "the peer did not answer in time";
            case STALE -> "the peer still has an earlier connection with the same number: retry";
            case REFUSED -> "rejected by the peer";
            case Status.ECONNRESET, Status.ETIMEDOUT, Status.EHOSTUNREACH, Status.ENETUNREACH ->
                "the connection failed: " + Status.error(reason); // iWARP
            default -> "rejected by the peer's RDMA connection manager, reason " + reason + " of the InfiniBand"
                    + " specification, section 12.6.7.2";
        };
    }
}
