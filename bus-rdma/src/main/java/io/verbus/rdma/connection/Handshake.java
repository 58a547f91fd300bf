package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.Hello;
import io.verbus.rdma.handshake.Message;
import io.verbus.rdma.handshake.Proof;
import io.verbus.rdma.handshake.RefuseMessage;
import io.verbus.rdma.verbs.ConnectionEvent;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.PeerGoneException;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.transport.ImageEnd.Failure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A connection from its beginning to the first write, or to the sentence why there is none. By the conductor.
 *
 * <pre>
 *   RESOLVING ──▶ ROUTING ──▶ CONNECTING ──▶ TALKING ──▶ OVER
 *                                 ▲             └──▶ PARTING ──┘
 *                      who accepts begins here
 * </pre>
 */
abstract class Handshake {
    /** How far it has got. */
    enum Step {
        /** The host's name, if it is one, becomes an address. */
        RESOLVING,
        /** Device and route are looked for. */
        ROUTING,
        /** The peer has been asked, or answered. */
        CONNECTING,
        /** Messages go to and fro. */
        TALKING,
        /** A refusal is on its way. */
        PARTING,
        /** Nothing is left of it here. */
        OVER
    }

    /**
     * An answer takes milliseconds; but the connection manager asks again only after 4.3 s, so a request that came
     * before the peer's device was up is better made anew.
     */
    private static final long REDIAL_NS = TimeUnit.SECONDS.toNanos(1);
    /**
     * The kernel may miss that a neighbour's address has become known, and looks again only when the time is up; so it
     * is short, and there is another.
     */
    private static final int ADDRESS_TIMEOUT_MS = 200;
    private static final int TIMED_OUT = -110;
    /** The longest that the last word is waited for. */
    private static final long PARTING_NS = TimeUnit.SECONDS.toNanos(1);
    /** "Receiver not ready" never happens; if a device says so, it shall not wait for ever: 0.64 ms, six times. */
    private static final int RECEIVER_TIMER = 12;
    private static final int RECEIVER_RETRIES = 6;

    final Shared shared;
    final RdmaAddress address;
    final boolean connector;
    private final long startedNs;
    private Hello mine;
    private CompletableFuture<String> host;
    private ConnectionId id;
    private Proof proof;
    private Wire wire;
    private String peer;
    private Step step = Step.RESOLVING;
    private long dialledNs;
    private long patienceNs = REDIAL_NS;
    private long partingNs;
    private int said;

    /** One that connects. */
    Handshake(final Shared shared, final RdmaAddress address, final Hello mine) {
        this.shared = shared;
        this.address = address;
        this.mine = mine.within(address.route().mtu());
        this.connector = true;
        this.startedNs = shared.context().clock().nanoTime();
        this.peer = address.toString();
        this.host = Resolution.of(address.host());
    }

    /** One that accepts. */
    Handshake(final Shared shared, final RdmaAddress address, final Hello mine, final ConnectionId id) {
        this.shared = shared;
        this.address = address;
        this.mine = mine.within(address.route().mtu());
        this.connector = false;
        this.startedNs = shared.context().clock().nanoTime();
        this.id = id;
        this.peer = id.peerAddress();
        this.step = Step.CONNECTING;
    }

    /** Makes the queue pair. */
    abstract Wire open(ConnectionId onId);

    /** Posts receives, for the peer's messages first. */
    abstract void expect(Wire onWire);

    /** The connection stands. */
    abstract void opened();

    /** Looks for messages and gives them to {@link #heard}. */
    abstract void listen();

    /** A message of the peer, within bounds. */
    abstract void take(Message message);

    /** How many reads of the peer are answered at a time, as far as the device can. */
    abstract int readsAnswered();

    /** How many reads are under way to the peer at a time, as far as the device can. */
    abstract int readsBegun();

    /** What is waited for, for a person. */
    abstract String awaited();

    /** Nothing comes of it, and nothing of it is left. */
    abstract void failed(Failure failure, String cause);

    final ConnectionId id() {
        return id;
    }

    final String peer() {
        return peer;
    }

    /** The peer's address without its port. */
    final String host() {
        return peer.substring(0, peer.lastIndexOf(':'));
    }

    final Wire wire() {
        return wire;
    }

    final Step step() {
        return step;
    }

    /** Says yes to a request. */
    final void accept(final Hello theirs, final int theirQueuePair) {
        try {
            shared.devices().know(id.device());
            wire = open(id);
            expect(wire);
            mine = mine.within(theirs.mtu());
            proof = new Proof(address.secret(), new Proof.Side(theirs, theirQueuePair),
                    new Proof.Side(mine, wire.epoch().queuePair().number()), false);
            id.ackTimeout(address.route().ackTimeout());
            id.accept(parameters(), mine.encode());
            tune();
        } catch (final PeerGoneException e) {
            over(); // and comes back
        } catch (final BusException e) {
            fail(Failure.REFUSED, e.getMessage());
        }
    }

    /** One turn; returns whether it went on. */
    final int conduct(final long nowNs) {
        final Step before = step;
        try {
            if (step == Step.RESOLVING && host.isDone()) {
                connect();
            } else if (step == Step.CONNECTING && connector && nowNs - dialledNs > patienceNs) {
                patienceNs *= 2; // an acceptor that is slow would find nothing but requests that were given up
                redial();
            } else if (step == Step.CONNECTING && !connector || step == Step.TALKING) {
                listen();
            }
            if (step == Step.PARTING && (wire.isSaid() || nowNs - partingNs > PARTING_NS)) {
                over();
            } else if (step.compareTo(Step.TALKING) <= 0 && nowNs - startedNs > address.handshakeTimeoutNs()) {
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
            case RESOLVING -> "the name " + address.host() + " has not become an address for " + timeoutMs + " ms: is"
                    + " the name server well?";
            case ROUTING -> "no way to " + peer + " was found for " + timeoutMs + " ms: is its host up, and does an"
                    + " RDMA device lead there?";
            case CONNECTING -> "no answer from " + peer + " for " + timeoutMs + " ms: does a Verbus listen there, and"
                    + " does nothing on the way drop RoCE (UDP port 4791)?";
            default ->
                peer + " has connected, but " + awaited() + " has not come for " + timeoutMs + " ms: it hangs, or"
                        + " is overloaded";
        };
    }

    private void connect() {
        if (host.isCompletedExceptionally()) {
            fail(Failure.UNREACHABLE, "the name " + address.host() + " is not known: give another, or an address");
            return;
        }
        id = shared.events().newId();
        if (address.route().trafficClass() >= 0) {
            id.trafficClass(address.route().trafficClass());
        }
        id.resolveAddress(address.route().source(), host.join(), address.port(), ADDRESS_TIMEOUT_MS);
        step = Step.ROUTING;
    }

    private void redial() {
        if (wire != null) {
            wire.epoch().close();
            wire = null;
        } else {
            id.close();
        }
        mine = mine.again(shared.context().random());
        connect();
    }

    private int timeoutMs() {
        return (int) TimeUnit.NANOSECONDS.toMillis(address.handshakeTimeoutNs());
    }

    /** What the connection manager says. */
    final void take(final ConnectionEvent event) {
        try {
            switch (event.type()) {
                case ADDRESS_RESOLVED -> {
                    checkDevice();
                    id.resolveRoute(timeoutMs());
                }
                case ROUTE_RESOLVED -> {
                    shared.devices().know(id.device());
                    wire = open(id);
                    expect(wire);
                    id.ackTimeout(address.route().ackTimeout());
                    step = Step.CONNECTING;
                    dialledNs = shared.context().clock().nanoTime();
                    id.connect(parameters(), mine.encode());
                }
                case ESTABLISHED -> established(event);
                case REJECTED -> rejected(event);
                case ADDRESS_ERROR, ROUTE_ERROR, UNREACHABLE, CONNECT_ERROR -> unreachable(event);
                case DISCONNECTED -> disconnected();
                case DEVICE_REMOVAL, ADDRESS_CHANGE -> fail(Failure.UNREACHABLE, "the device that leads to " + peer
                        + " has gone, or its address has");
                default -> {
                    // nothing that matters before the first write
                }
            }
        } catch (final BusException e) {
            fail(Failure.REFUSED, e.getMessage());
        }
    }

    private void unreachable(final ConnectionEvent event) {
        if (event.type() == ConnectionEvent.Type.ADDRESS_ERROR && event.status() == TIMED_OUT) {
            redial();
        } else {
            fail(event.nobodyListens() ? Failure.NOTHING_THERE : Failure.UNREACHABLE,
                    "can't connect to " + peer + ": " + event.cause());
        }
    }

    private void checkDevice() {
        if (!address.route().admits(id.device().name(), id.devicePort())) {
            throw new BusException("the way to " + peer + " goes over " + id.device().name() + " port "
                    + id.devicePort()
                    + ", not as its address says: name an address of the right one as source, or leave"
                    + " device and device-port out");
        }
    }

    private void established(final ConnectionEvent event) {
        if (connector) {
            final Hello theirs = Hello.decode(event.privateData(), peer);
            proof = new Proof(address.secret(), new Proof.Side(mine, wire.epoch().queuePair().number()),
                    new Proof.Side(theirs, event.peerQueuePair()), true);
            mine = mine.within(theirs.mtu());
            tune();
        }
        if (step == Step.CONNECTING) {
            step = Step.TALKING;
            opened();
        }
    }

    /** What can be set once connected; nobody has said anything yet, as the first to speak is the connector. */
    private void tune() {
        final QueuePair queuePair = wire.epoch().queuePair();
        if (mine.mtu() != 0 || address.route().serviceLevel() >= 0) {
            queuePair.retune(mine.mtu(), address.route().serviceLevel());
            expect(wire);
        }
        queuePair.receiverNotReadyTimer(RECEIVER_TIMER);
    }

    private void rejected(final ConnectionEvent event) {
        if (!connector) {
            over(); // the peer has given up before it was answered, and comes back
        } else if (!event.refusedByPeer() || !Hello.isIn(event.privateData())) {
            fail(event.nobodyListens() ? Failure.NOTHING_THERE : Failure.UNREACHABLE,
                    "can't connect to " + peer + ": " + event.cause() + "; start it there, or name"
                            + " another address");
        } else if (Hello.decode(event.privateData(), peer).part() == Hello.Part.REFUSAL) {
            fail(Failure.NOTHING_THERE, peer + " has no subscription that wants this stream");
        }
    }

    private void disconnected() {
        if (step != Step.OVER) {
            listen(); // its last word may be there
        }
        if (step == Step.PARTING) {
            over();
        } else {
            fail(Failure.UNREACHABLE, peer + " has hung up before " + awaited() + " came");
        }
    }

    private ConnectionId.Parameters parameters() {
        final int most = id.device().maxReads();
        return new ConnectionId.Parameters(Math.min(most, readsAnswered()), Math.min(most, readsBegun()),
                address.route().retries(), RECEIVER_RETRIES);
    }

    /** A message has come, the peer's first or second. */
    final void heard(final int message, final int length) {
        if (step == Step.CONNECTING) {
            step = Step.TALKING; // the event that says so is late
        }
        if (step != Step.TALKING) {
            return;
        }
        try {
            final Message said = wire.hear(message, length, proof);
            if (said instanceof RefuseMessage(Failure kind, String sentence)) {
                fail(kind, peer + " refuses: " + sentence);
            } else {
                take(said);
            }
        } catch (final BusException e) {
            refuse(Failure.REFUSED, peer + " " + e.getMessage());
        }
    }

    final void say(final Message message) {
        wire.say(said++, message, proof);
    }

    /** Tells both sides why nothing comes of it. */
    final void refuse(final Failure failure, final String sentence) {
        if (step == Step.PARTING || step == Step.OVER) {
            return;
        }
        try {
            say(new RefuseMessage(failure, sentence));
            step = Step.PARTING;
            partingNs = shared.context().clock().nanoTime();
            failed(failure, sentence);
        } catch (final BusException e) {
            fail(failure, sentence);
        }
    }

    /** It has come to nothing. */
    final void fail(final Failure failure, final String cause) {
        final Step before = step;
        over();
        if (before != Step.PARTING && before != Step.OVER) {
            failed(failure, cause);
        }
    }

    /** The epoch has begun: what this holds is the link's now. */
    final void joined() {
        step = Step.OVER;
    }

    /** Gives everything back, and tells nobody here. */
    final void over() {
        if (step == Step.OVER) {
            return;
        }
        step = Step.OVER;
        if (wire != null) {
            wire.epoch().close();
        } else if (id != null) {
            id.close();
        }
    }
}
