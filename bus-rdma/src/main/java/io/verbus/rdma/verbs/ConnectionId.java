package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.HANDLE;
import static io.verbus.rdma.verbs.NativeCall.LONG_NUMBER;
import static io.verbus.rdma.verbs.NativeCall.NUMBER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * An identifier of the connection manager: a listener, or one connection. All methods return at once; {@link
 * EventChannel#poll()} reports the result. Conductor only, except {@link #disconnect()}.
 */
public final class ConnectionId implements AutoCloseable {
    /** Maximum private data of {@link #connect} in bytes. */
    public static final int MAX_CONNECT_DATA = 56;
    /** Maximum private data of {@link #accept} in bytes. */
    public static final int MAX_ACCEPT_DATA = 196;
    /** Maximum private data of {@link #reject} in bytes. */
    public static final int MAX_REJECT_DATA = 148;

    private static final int MAX_RETRIES = 6;

    /**
     * Negotiated parameters.
     *
     * @param responderResources concurrent READs of the peer, 0 to 16
     * @param initiatorDepth concurrent local READs, 0 to 16
     * @param retries of an unacknowledged packet, 0 to 6 (7 is endless on some devices, and rejected)
     * @param receiverRetries of a message that finds no receive posted, 0 to 7; 7 is endless
     */
    public record Parameters(int responderResources, int initiatorDepth, int retries, int receiverRetries) {
        /** Rejects endless retries. */
        public Parameters {
            if (retries < 0 || retries > MAX_RETRIES) {
                throw new BusException("invalid retries " + retries + ": use 0 to " + MAX_RETRIES);
            }
        }
    }

    /** In the order of enum verbus_option. */
    enum Option {
        TRAFFIC_CLASS, REUSE_ADDRESS, ONLY_FAMILY
    }

    private static final NativeCall DESTROY = NativeCall.of("verbus_id_destroy", HANDLE);
    private static final NativeCall BIND = NativeCall.of("verbus_id_bind", HANDLE, POINTER, NUMBER);
    private static final NativeCall LISTEN = NativeCall.of("verbus_id_listen", HANDLE, NUMBER);
    private static final NativeCall RESOLVE_ADDRESS = NativeCall.of("verbus_id_resolve_address", HANDLE, POINTER,
            POINTER, NUMBER, NUMBER);
    private static final NativeCall RESOLVE_ROUTE = NativeCall.of("verbus_id_resolve_route", HANDLE, NUMBER);
    private static final NativeCall SET_OPTION = NativeCall.of("verbus_id_set_option", HANDLE, NUMBER, NUMBER);
    private static final NativeCall DEVICE = NativeCall.of("verbus_id_device", HANDLE, POINTER);
    private static final NativeCall DEVICE_PORT = NativeCall.of("verbus_id_port", HANDLE, POINTER);
    private static final NativeCall CONNECT = NativeCall.of("verbus_id_connect", HANDLE, POINTER);
    private static final NativeCall ACCEPT = NativeCall.of("verbus_id_accept", HANDLE, POINTER);
    private static final NativeCall ESTABLISH = NativeCall.of("verbus_id_establish", HANDLE);
    private static final NativeCall REJECT = NativeCall.of("verbus_id_reject", HANDLE, POINTER);
    private static final NativeCall DISCONNECT = NativeCall.of("verbus_id_disconnect", HANDLE);
    private static final NativeCall LOCAL_ADDRESS = NativeCall.of("verbus_id_local_address", HANDLE, POINTER,
            LONG_NUMBER, POINTER);
    private static final NativeCall PEER_ADDRESS = NativeCall.of("verbus_id_peer_address", HANDLE, POINTER,
            LONG_NUMBER, POINTER);

    private final EventChannel events;
    private long handle;
    private Device device;
    private QueuePair pair;

    ConnectionId(final EventChannel events, final long handle) {
        this.events = events;
        this.handle = handle;
    }

    /**
     * Binds to a local address, and to the device that has it.
     *
     * @param address numeric, IPv4 or IPv6 (with %zone if link-local); {@code 0.0.0.0} or {@code ::} is any
     * @param port 0 to 65535; 0 selects a free one, see {@link #localPort()}
     * @throws BusException if the address is in use, not local, or without an RDMA device
     */
    public void bind(final String address, final int port) {
        require(withText(BIND, address, port), "cannot bind to " + text(address, port));
    }

    /**
     * Listens at the bound address.
     *
     * @param backlog maximum pending requests, above 0
     * @throws BusException if the address is in use
     */
    public void listen(final int backlog) {
        require(LISTEN.call(handle, backlog), "cannot listen at " + localAddress());
    }

    /**
     * Resolves an address to the device that leads to it.
     *
     * @param source numeric address to connect from; null to let the routes of the host choose
     * @param address numeric
     * @param port 1 to 65535
     * @param timeoutMs until {@link ConnectionEvent.Type#ADDRESS_ERROR}
     * @throws BusException if it fails at once: invalid address, no RDMA device
     */
    public void resolveAddress(final String source, final String address, final int port, final int timeoutMs) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment from = source == null ? MemorySegment.NULL : arena.allocateFrom(source);
            final int status = RESOLVE_ADDRESS.call(handle, from, arena.allocateFrom(address), port, timeoutMs);
            require(status, "cannot reach " + text(address, port) + (source == null ? "" : " from " + source));
        }
    }

    /**
     * Resolves the route, after {@link ConnectionEvent.Type#ADDRESS_RESOLVED}.
     *
     * @param timeoutMs until {@link ConnectionEvent.Type#ROUTE_ERROR}
     * @throws BusException if it fails at once
     */
    public void resolveRoute(final int timeoutMs) {
        require(RESOLVE_ROUTE.call(handle, timeoutMs), "cannot find a route to " + peerAddress());
    }

    /**
     * Sets the traffic class of the connection request, which is the default of the packets of both sides. Before
     * resolution or listening. On RoCE the kernel derives the priority from it; on InfiniBand the subnet manager
     * derives the service level.
     *
     * @param trafficClass 0 to 255; DSCP in the upper six bits
     * @throws BusException if it fails
     */
    public void trafficClass(final int trafficClass) {
        set(Option.TRAFFIC_CLASS, trafficClass, "the traffic class");
    }

    /**
     * Lets a listener bind to an address that connections of an earlier listener still use. Before binding.
     *
     * @throws BusException if it fails
     */
    public void reuseAddress() {
        set(Option.REUSE_ADDRESS, 1, "address reuse");
    }

    /** {@return the device, null while unknown} */
    public Device device() {
        if (device == null) {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment context = arena.allocate(JAVA_LONG);
                require(DEVICE.call(handle, context), "cannot query the device of a connection");
                device = Device.of(handle, context.get(JAVA_LONG, 0));
            }
        }
        return device;
    }

    /** The device, if it was asked for before; that of a removed device cannot be opened. */
    Device knownDevice() {
        return device;
    }

    /** {@return number of the device's port, from 1; 0 while unknown} */
    public int devicePort() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment port = arena.allocate(JAVA_INT);
            require(DEVICE_PORT.call(handle, port), "cannot query the port of a connection");
            return port.get(JAVA_INT, 0);
        }
    }

    /**
     * Creates the queue pair of this connection, once the device is known and before connect or accept.
     *
     * @param domain of the same device
     * @param plan completion queues and depths
     * @return the queue pair, closed before this identifier
     * @throws BusException if the device lacks the resources
     */
    public synchronized QueuePair createQueuePair(final ProtectionDomain domain, final QueuePair.Plan plan) {
        pair = QueuePair.create(this, domain, plan);
        return pair;
    }

    /**
     * Sends a connection request, after {@link ConnectionEvent.Type#ROUTE_RESOLVED}.
     *
     * @param parameters to negotiate
     * @param privateData at most {@link #MAX_CONNECT_DATA} bytes
     * @return whether it is sent; false if the host has answered that nothing listens there, as Soft-iWARP does at once
     * @throws BusException if it fails at once
     */
    public boolean connect(final Parameters parameters, final byte[] privateData) {
        final int status = withParameters(CONNECT, parameters, privateData, MAX_CONNECT_DATA);
        if (status == Status.ECONNREFUSED) {
            return false;
        }
        require(status, "cannot connect to " + peerAddress());
        return true;
    }

    /**
     * Accepts a {@link ConnectionEvent.Type#CONNECT_REQUEST}.
     *
     * @param parameters to negotiate
     * @param privateData at most {@link #MAX_ACCEPT_DATA} bytes
     * @throws PeerGoneException if the peer has given up
     * @throws BusException if it fails at once
     */
    public void accept(final Parameters parameters, final byte[] privateData) {
        final int status = withParameters(ACCEPT, parameters, privateData, MAX_ACCEPT_DATA);
        if (status == Status.ECONNABORTED) {
            throw new PeerGoneException(peerAddress());
        }
        require(status, "cannot accept " + peerAddress());
    }

    /**
     * Completes the connection, after {@link ConnectionEvent.Type#CONNECT_RESPONSE} and {@link QueuePair#connect}.
     *
     * @throws BusException if it fails
     */
    public void establish() {
        require(ESTABLISH.call(handle), "cannot connect to " + peerAddress());
    }

    /**
     * Rejects a {@link ConnectionEvent.Type#CONNECT_REQUEST}.
     *
     * @param privateData at most {@link #MAX_REJECT_DATA} bytes
     * @throws BusException if it fails at once
     */
    public void reject(final byte[] privateData) {
        require(withParameters(REJECT, new Parameters(0, 0, 0, 0), privateData, MAX_REJECT_DATA),
                "cannot reject " + peerAddress());
    }

    /**
     * Disconnects: notifies the peer. The queue pair stays as it is. From any thread; no effect if it is not connected,
     * or closed.
     */
    public synchronized void disconnect() {
        if (handle != 0) {
            DISCONNECT.call(handle); // a failure means that it was not connected
        }
    }

    /** {@return the local address and port as text, {@code 10.0.0.1:7471} or {@code [fe80::1%eth0]:7471}} */
    public String localAddress() {
        return address(LOCAL_ADDRESS, false);
    }

    /** {@return the local port, 0 if it is not bound} */
    public int localPort() {
        final String port = address(LOCAL_ADDRESS, true);
        return Integer.parseInt(port);
    }

    /** {@return the peer's address and port as text} */
    public String peerAddress() {
        return address(PEER_ADDRESS, false);
    }

    /** Closes it, and its queue pair if it is still open. Idempotent. */
    @Override
    public synchronized void close() {
        if (handle != 0) {
            if (pair != null) {
                pair.close();
            }
            events.forget(handle);
            DESTROY.call(handle);
            handle = 0;
            if (device != null) {
                device.release();
            }
        }
    }

    long handle() {
        return handle;
    }

    private static String text(final String address, final int port) {
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }

    private static void require(final int status, final String failure) {
        Status.require(status, failure);
    }

    private void set(final Option option, final int value, final String what) {
        require(SET_OPTION.call(handle, option.ordinal(), value), "cannot set " + what + " to " + value);
    }

    private int withText(final NativeCall call, final String text, final int number) {
        try (Arena arena = Arena.ofConfined()) {
            return call.call(handle, arena.allocateFrom(text), number);
        }
    }

    private int withParameters(final NativeCall call, final Parameters parameters, final byte[] privateData,
            final int maxLength) {
        if (privateData.length > maxLength) {
            throw new IllegalArgumentException(privateData.length + " bytes of private data exceed " + maxLength);
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment struct = arena.allocate(Layouts.PARAMETERS, Long.BYTES);
            struct.set(JAVA_INT, Layouts.PARAMETERS_PAIR, pair == null ? 0 : pair.number());
            struct.set(JAVA_INT, Layouts.PARAMETERS_RESPONDER_RESOURCES, parameters.responderResources);
            struct.set(JAVA_INT, Layouts.PARAMETERS_INITIATOR_DEPTH, parameters.initiatorDepth);
            struct.set(JAVA_INT, Layouts.PARAMETERS_RETRIES, parameters.retries);
            struct.set(JAVA_INT, Layouts.PARAMETERS_RECEIVER_RETRIES, parameters.receiverRetries);
            struct.set(JAVA_INT, Layouts.PARAMETERS_LENGTH, privateData.length);
            MemorySegment.copy(privateData, 0, struct, JAVA_BYTE, Layouts.PARAMETERS_DATA, privateData.length);
            return call.call(handle, struct);
        }
    }

    private String address(final NativeCall call, final boolean portOnly) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment text = arena.allocate(128);
            final MemorySegment port = arena.allocate(JAVA_INT);
            if (call.call(handle, text, text.byteSize(), port) < 0) {
                return portOnly ? "0" : "an unknown address";
            }
            return portOnly ? Integer.toString(port.get(JAVA_INT, 0)) : text.getString(0);
        }
    }
}
