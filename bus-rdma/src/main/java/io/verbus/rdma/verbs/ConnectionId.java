package io.verbus.rdma.verbs;

import io.verbus.BusException;

/**
 * The connection manager's identifier: what listens, or one connection. Each method returns at once; what becomes of it
 * is told by {@link EventChannel#poll()}. For the conductor's thread, but for {@link #disconnect()}.
 */
public final class ConnectionId implements AutoCloseable {
    /** The most private data that {@link #connect} can carry, in bytes. */
    public static final int MAX_CONNECT_DATA = 56;
    /** The most private data that {@link #accept} can carry, in bytes. */
    public static final int MAX_ACCEPT_DATA = 196;
    /** The most private data that {@link #reject} can carry, in bytes. */
    public static final int MAX_REJECT_DATA = 148;

    /**
     * What is agreed when connecting.
     *
     * @param responderResources how many READs of the peer are answered at a time, 0 to 16
     * @param initiatorDepth how many READs of ours are under way at a time, 0 to 16
     * @param retries of an unacknowledged packet, 0 to 6 (7 is for ever on some devices, so it is refused)
     * @param receiverRetries of a message that finds no receive posted, 0 to 7; 7 is for ever
     */
    public record Parameters(int responderResources, int initiatorDepth, int retries, int receiverRetries) {
    }

    ConnectionId() {
    }

    /**
     * Binds to a local address, and so to the device that has it.
     *
     * @param address numeric, IPv4 or IPv6 (with %zone where link-local); {@code 0.0.0.0} or {@code ::} is any
     * @param port 0 to 65535; 0 takes a free one, see {@link #localPort()}
     * @throws BusException if the address is in use, not of this host, or of no RDMA device
     */
    public void bind(final String address, final int port) {
        throw new UnsupportedOperationException();
    }

    /**
     * Listens where it is bound.
     *
     * @param backlog how many unanswered requests wait, above 0
     * @throws BusException if the address is in use
     */
    public void listen(final int backlog) {
        throw new UnsupportedOperationException();
    }

    /**
     * Finds the device that leads to an address.
     *
     * @param source numeric address to go out from; null for what the host's routes choose
     * @param address numeric
     * @param port 1 to 65535
     * @param timeoutMs until {@link ConnectionEvent.Type#ADDRESS_ERROR}
     * @throws BusException if that is refused at once: no such address, no RDMA device
     */
    public void resolveAddress(final String source, final String address, final int port, final int timeoutMs) {
        throw new UnsupportedOperationException();
    }

    /**
     * Finds the way, after {@link ConnectionEvent.Type#ADDRESS_RESOLVED}.
     *
     * @param timeoutMs until {@link ConnectionEvent.Type#ROUTE_ERROR}
     * @throws BusException if that is refused at once
     */
    public void resolveRoute(final int timeoutMs) {
        throw new UnsupportedOperationException();
    }

    /**
     * How long the device waits for an acknowledgement before it retries. Before connecting or accepting.
     *
     * @param exponent 4.096 µs × 2^exponent, 1 to 31
     * @throws BusException if it is refused
     */
    public void ackTimeout(final int exponent) {
        throw new UnsupportedOperationException();
    }

    /**
     * The traffic class of what is sent. Before resolving, or listening. On RoCE the kernel derives the priority from it;
     * on InfiniBand the subnet manager derives the service level, which no call sets by itself.
     *
     * @param trafficClass 0 to 255; DSCP in the upper six bits
     * @throws BusException if it is refused
     */
    public void trafficClass(final int trafficClass) {
        throw new UnsupportedOperationException();
    }

    /**
     * Lets a listener bind to an address that connections of an earlier one still use. Before binding.
     *
     * @throws BusException if it is refused
     */
    public void reuseAddress() {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether {@code ::} means IPv6 alone. Before binding.
     *
     * @param only no IPv4
     * @throws BusException if it is refused
     */
    public void onlyIpv6(final boolean only) {
        throw new UnsupportedOperationException();
    }

    /** {@return the device, null as long as it is not known} */
    public Device device() {
        throw new UnsupportedOperationException();
    }

    /**
     * Makes the queue pair of this connection, once the device is known and before connecting or accepting.
     *
     * @param domain of the same device
     * @param plan completion queues and depths
     * @return the queue pair, to be closed before this
     * @throws BusException if the device has not that much to give
     */
    public QueuePair createQueuePair(final ProtectionDomain domain, final QueuePair.Plan plan) {
        throw new UnsupportedOperationException();
    }

    /**
     * Asks the peer, after {@link ConnectionEvent.Type#ROUTE_RESOLVED}.
     *
     * @param parameters what is agreed
     * @param privateData at most {@link #MAX_CONNECT_DATA} bytes
     * @throws BusException if it is refused at once
     */
    public void connect(final Parameters parameters, final byte[] privateData) {
        throw new UnsupportedOperationException();
    }

    /**
     * Says yes to {@link ConnectionEvent.Type#CONNECT_REQUEST}.
     *
     * @param parameters what is agreed
     * @param privateData at most {@link #MAX_ACCEPT_DATA} bytes
     * @throws BusException if it is refused at once
     */
    public void accept(final Parameters parameters, final byte[] privateData) {
        throw new UnsupportedOperationException();
    }

    /**
     * Says no to {@link ConnectionEvent.Type#CONNECT_REQUEST}.
     *
     * @param privateData at most {@link #MAX_REJECT_DATA} bytes
     * @throws BusException if it is refused at once
     */
    public void reject(final byte[] privateData) {
        throw new UnsupportedOperationException();
    }

    /**
     * Disconnects: the peer is told, and the queue pair goes to error. From any thread; nothing if it is not connected, or
     * closed.
     */
    public void disconnect() {
        throw new UnsupportedOperationException();
    }

    /** {@return the local address and port as text, {@code 10.0.0.1:7471} or {@code [fe80::1%eth0]:7471}} */
    public String localAddress() {
        throw new UnsupportedOperationException();
    }

    /** {@return the local port, 0 if it is not bound} */
    public int localPort() {
        throw new UnsupportedOperationException();
    }

    /** {@return the peer's address and port as text} */
    public String peerAddress() {
        throw new UnsupportedOperationException();
    }

    /** Closes it, and its queue pair if that is still open. Idempotent. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
