package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.net.connection.Handshake;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.MessageAuthenticator;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.rdma.verbs.ConnectionEvent;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.PeerGoneException;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.spi.ImageEnd.Failure;
import java.util.concurrent.TimeUnit;

/** A handshake by the connection manager, then by messages on the queue pair. Conductor only. */
abstract class VerbsHandshake extends Handshake {
    /**
     * An answer takes milliseconds, but the connection manager repeats a request only after 4.3 s. So a request that
     * was sent before the peer's device was up is sent again sooner, by a new attempt. Not on iWARP: TCP repeats its
     * packets, and the peer's kernel keeps it until the peer answers.
     */
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);
    /**
     * The kernel may miss that a neighbour's address has been resolved, and checks again only at the timeout. So the
     * timeout is short and the attempt is repeated.
     */
    private static final int ADDRESS_TIMEOUT_MS = 200;
    private static final int TIMED_OUT = -110;
    /**
     * Receiver-not-ready does not occur in correct operation. If a device reports it, retries are bounded: 0.64 ms, six
     * times.
     */
    private static final int RECEIVER_TIMER = 12;
    private static final int RECEIVER_RETRIES = 6;

    final ConnectionContext shared;
    final RdmaAddress address;
    private ConnectPrivateData mine;
    private ConnectionId id;
    private HandshakeQueuePair wire;
    private boolean sendsPositions;
    /** A connection request is sent, and no event has answered it. */
    private boolean isUnanswered;
    private long connectStartedNs;
    private long retryAfterNs = RETRY_NS;
    private int sent;

    /** Connecting side. */
    VerbsHandshake(final ConnectionContext shared, final RdmaAddress address, final ConnectPrivateData mine) {
        super(shared.services(), address);
        this.shared = shared;
        this.address = address;
        this.mine = mine.withMtuLimit(address.route().mtu());
    }

    /** Accepting side. */
    VerbsHandshake(final ConnectionContext shared, final RdmaAddress address, final ConnectPrivateData mine,
            final ConnectionId id) {
        super(shared.services(), address, id.peerAddress(), Step.CONNECTING);
        this.shared = shared;
        this.address = address;
        this.mine = mine.withMtuLimit(address.route().mtu());
        this.id = id;
    }

    /** Creates the queue pair. */
    abstract HandshakeQueuePair open(ConnectionId onId);

    /** Posts receives, those for handshake messages first. */
    abstract void expect(HandshakeQueuePair onWire);

    /** Polls for messages and passes them to {@link #received}. */
    abstract void listen();

    /** Maximum concurrent READs of the peer, limited by the device. */
    abstract int readsAnswered();

    /** Maximum concurrent READs to the peer, limited by the device. */
    abstract int readsBegun();

    final ConnectionId id() {
        return id;
    }

    final HandshakeQueuePair wire() {
        return wire;
    }

    /** Accepts a connection request. */
    final void accept(final ConnectPrivateData theirs, final int theirQueuePair) {
        try {
            mine = mine.withMtuLimit(theirs.mtu());
            begin();
            know(theirs, theirQueuePair);
            prove(ConnectPrivateData.connection(theirs, mine));
            connectQueuePair();
            id.accept(parameters(), mine.encode());
        } catch (final PeerGoneException e) {
            release(); // the peer retries
        } catch (final BusException e) {
            fail(Failure.REFUSED, e.getMessage());
        }
    }

    @Override
    protected void advance(final long nowNs) {
        if (isRetryDue(nowNs)) {
            retryAfterNs *= 2; // a slow acceptor would see only abandoned requests
            reconnect();
        } else if (step() == Step.CONNECTING && !isConnector() || step() == Step.EXCHANGING) {
            listen();
        }
    }

    @Override
    protected boolean isRefusalReceived() {
        return wire.isSent();
    }

    private boolean isRetryDue(final long nowNs) {
        return step() == Step.CONNECTING && isConnector() && nowNs - connectStartedNs > retryAfterNs
                && !id.device().iwarp();
    }

    @Override
    protected String unanswered(final long timeoutMs) {
        return step() == Step.ROUTING
                ? "no route to " + peer() + " found within " + timeoutMs + " ms: check that its host is up and that an"
                        + " RDMA device leads there"
                : "no answer from " + peer() + " within " + timeoutMs + " ms: check that a Verbus process listens"
                        + " there, and that no firewall drops "
                        + (id.device().iwarp() ? "TCP to its port" : "RoCE (UDP port 4791)");
    }

    @Override
    protected void open(final String numericHost) {
        id = shared.events().newId();
        if (address.route().trafficClass() >= 0) {
            id.trafficClass(address.route().trafficClass());
        }
        id.resolveAddress(address.route().source(), numericHost, address.port(), ADDRESS_TIMEOUT_MS);
        step(Step.ROUTING);
    }

    private void reconnect() {
        closeConnection();
        wire = null;
        mine = mine.withNewNonce(context().random());
        open(resolvedHost());
    }

    /** On iWARP the kernel destroys a connection only after its request is answered. */
    @Override
    protected void closeConnection() {
        if (wire != null && isUnanswered && id.device().iwarp()) {
            shared.abandoned().add(wire.epoch());
        } else if (wire != null) {
            wire.epoch().close();
        } else if (id != null) {
            id.close();
        }
        isUnanswered = false;
    }

    private int timeoutMs() {
        return (int) TimeUnit.NANOSECONDS.toMillis(address.handshakeTimeoutNs());
    }

    /** Handles a fatal event of a device. */
    final void take(final Device device, final Device.Event event) {
        if (wire != null && step() != Step.DONE && id.device() == device
                && wire.epoch().queuePair().isAffectedBy(event)) {
            fail(Failure.UNREACHABLE, "lost the connection to " + peer() + ": " + device.name() + " reports "
                    + event.text());
        }
    }

    /** Ends if a device that is lost is its own. */
    final void lose(final Device device) {
        if (wire != null && step() != Step.DONE && id.device() == device) {
            fail(Failure.UNREACHABLE, "lost the device to " + peer() + ": " + device.name() + " was removed or reset");
        }
    }

    /** Handles an event of the connection manager. */
    final void take(final ConnectionEvent event) {
        isUnanswered &= !event.isAnswer();
        try {
            switch (event.type()) {
                case ADDRESS_RESOLVED -> {
                    checkDevice();
                    id.resolveRoute(timeoutMs());
                }
                case ROUTE_RESOLVED -> {
                    begin();
                    step(Step.CONNECTING);
                    connectStartedNs = context().clock().nanoTime();
                    isUnanswered = id.connect(parameters(), mine.encode());
                    if (!isUnanswered) {
                        failRejected(Failure.NO_LISTENER, "no listener at this address and port");
                    }
                }
                case CONNECT_RESPONSE -> {
                    accepted(event);
                    connectQueuePair();
                    id.establish();
                    established();
                }
                case ESTABLISHED -> {
                    if (isConnector()) { // iWARP: the kernel has connected the queue pair
                        accepted(event);
                    }
                    established();
                }
                case REJECTED -> rejected(event);
                case ADDRESS_ERROR, ROUTE_ERROR, UNREACHABLE, CONNECT_ERROR -> unreachable(event);
                case DISCONNECTED -> disconnected();
                case DEVICE_REMOVAL, ADDRESS_CHANGE -> fail(Failure.UNREACHABLE, "lost the device to " + peer()
                        + ": it was removed, or its address has changed");
                default -> {
                    // not relevant before the first write
                }
            }
        } catch (final BusException e) {
            fail(Failure.REFUSED, e.getMessage());
        }
    }

    private void unreachable(final ConnectionEvent event) {
        if (event.type() == ConnectionEvent.Type.ADDRESS_ERROR && event.status() == TIMED_OUT) {
            reconnect();
        } else {
            fail(event.noListener() ? Failure.NO_LISTENER : Failure.UNREACHABLE,
                    "cannot connect to " + peer() + ": " + event.cause());
        }
    }

    private void checkDevice() {
        if (!address.route().admits(id.device().name(), id.devicePort())) {
            throw new BusException("route to " + peer() + " uses " + id.device().name() + " port "
                    + id.devicePort()
                    + ", which its address excludes: set source to an address of the required device, or omit"
                    + " device and device-port");
        }
    }

    /** Creates the queue pair; messages of the peer find their receives. */
    private void begin() {
        shared.devices().watch(id.device());
        shared.ignored().report(address, id.device());
        wire = open(id);
        mine = mine.withQueuePair(wire.epoch().queuePair().number(), id.device().immediates());
        wire.epoch().queuePair().initialise(path());
        expect(wire);
    }

    private void accepted(final ConnectionEvent event) {
        final ConnectPrivateData theirs = ConnectPrivateData.decode(event.privateData(), peer());
        know(theirs, event.peerQueuePair());
        prove(ConnectPrivateData.connection(mine, theirs));
        mine = mine.withMtuLimit(theirs.mtu());
    }

    /** The number of its queue pair is proven by messages; iWARP's connection manager does not report it (0). */
    private void know(final ConnectPrivateData theirs, final int theirQueuePair) {
        if (theirQueuePair != 0 && theirQueuePair != theirs.queuePair()) {
            throw new BusException(peer() + " violates the protocol: queue pair " + theirs.queuePair()
                    + " in its private data, expected " + theirQueuePair);
        }
        sendsPositions = !(mine.immediates() && theirs.immediates());
    }

    /** Whether positions are messages after the writes: one of the devices has no WRITE with immediate. */
    final boolean sendsPositions() {
        return sendsPositions;
    }

    private void established() {
        if (step() == Step.CONNECTING) {
            step(Step.EXCHANGING);
            exchange().opened();
        }
    }

    /** Both sides know the MTU limits of both. On iWARP the kernel connects it. */
    private void connectQueuePair() {
        if (!id.device().iwarp()) {
            wire.epoch().queuePair().connect(path());
        }
    }

    private QueuePair.Path path() {
        final ConnectionId.Parameters parameters = parameters();
        final RdmaAddress.Route route = address.route();
        return new QueuePair.Path(mine.mtu(), route.trafficClass(), route.serviceLevel(), route.ackTimeout(),
                parameters.retries(), parameters.receiverRetries(), RECEIVER_TIMER, parameters.responderResources(),
                parameters.initiatorDepth());
    }

    private void rejected(final ConnectionEvent event) {
        if (!isConnector()) {
            release(); // the peer has given up before it was answered, and retries
        } else if (!event.refusedByPeer() || !ConnectPrivateData.hasMagic(event.privateData())) {
            failRejected(event.noListener() ? Failure.NO_LISTENER : Failure.UNREACHABLE, event.cause());
        } else if (ConnectPrivateData.decode(event.privateData(), peer()).part() == ConnectPrivateData.Part.REFUSAL) {
            failUnwanted();
        }
    }

    private void failRejected(final Failure failure, final String cause) {
        fail(failure, "cannot connect to " + peer() + ": " + cause + "; start Verbus there, or use another address");
    }

    private void disconnected() {
        if (step() != Step.DONE) {
            listen(); // the last message may have arrived
        }
        if (step() == Step.REFUSING) {
            release();
        } else {
            failDisconnected();
        }
    }

    private ConnectionId.Parameters parameters() {
        return new ConnectionId.Parameters(Math.min(id.device().maxReads(), readsAnswered()),
                Math.min(id.device().maxReadsBegun(), readsBegun()), address.route().retries(), RECEIVER_RETRIES);
    }

    /** Handles a received message, the first or second of the peer. */
    final void received(final int number, final int length) {
        if (step() == Step.CONNECTING) {
            step(Step.EXCHANGING); // the event that reports it is late
        }
        if (step() != Step.EXCHANGING) {
            return;
        }
        try {
            take(wire.receive(number, length, authenticator()));
        } catch (final BusException e) {
            refuse(Failure.REFUSED, peer() + " " + e.getMessage());
        }
    }

    @Override
    protected void send(final Message message, final MessageAuthenticator proof) {
        wire.send(sent++, message, proof);
    }

    /** The epoch has started: the link owns the resources. */
    final void joined() {
        final int port = id.devicePort();
        wire.epoch().medium(id.device().linkLayer(port) + ", "
                + (sendsPositions ? "WRITE and SEND" : "WRITE with immediate") + ", " + id.device().name() + " port "
                + port);
        step(Step.DONE);
    }
}
