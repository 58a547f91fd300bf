package io.verbus.tcp.connection;

import io.verbus.BusException;
import io.verbus.net.connection.Exchange;
import io.verbus.net.connection.Handshake;
import io.verbus.net.connection.ListeningEnds;
import io.verbus.net.connection.PublisherExchange;
import io.verbus.net.connection.SubscriberExchange;
import io.verbus.net.handshake.ImageMessage;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.MessageAuthenticator;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.RefuseMessage;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.tcp.connection.Hello.Part;
import io.verbus.tcp.link.Connection;
import io.verbus.tcp.link.TcpImageLink;
import io.verbus.tcp.link.TcpLogLink;
import io.verbus.tcp.link.TcpPoller;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLException;
import org.agrona.concurrent.UnsafeBuffer;

/** A handshake on a socket: the hellos, then the messages; of either side. By the conductor. */
final class TcpHandshake extends Handshake implements PublisherExchange.Carrier, SubscriberExchange.Carrier {
    /** The file is read by requests on the connection, not by an address. */
    private static final RemoteMemory ON_REQUEST = new RemoteMemory(1, 0);

    private final TcpContext shared;
    private final TcpAddress address;
    private final Hello mine;
    private final Exchange exchange;
    /** Of the subscription; null at a publisher. */
    private final TcpPoller poller;
    private Wire wire;

    /** A part of the handshake that uses the socket. */
    private interface SocketUse {
        void run() throws IOException;
    }

    /** A publisher that connects. */
    TcpHandshake(final TcpContext shared, final TcpAddress address, final LogConnector end) {
        super(shared.services(), address);
        this.shared = shared;
        this.address = address;
        this.mine = Hello.ofPublisher(context().random(), end.identity().session(), end.identity().stream());
        this.exchange = new PublisherExchange(this, this, end, null);
        this.poller = null;
    }

    /** A subscriber that connects. */
    TcpHandshake(final TcpContext shared, final TcpAddress address, final ImageEnd end, final Request request) {
        super(shared.services(), address);
        this.shared = shared;
        this.address = address;
        this.mine = Hello.of(context().random(), Part.SUBSCRIBER);
        this.exchange = new SubscriberExchange(this, this, end, request);
        this.poller = end.receivePoller().part(TcpPoller.class);
    }

    /** A publisher that has received the hello of a subscriber. */
    TcpHandshake(final TcpContext shared, final TcpAddress address, final Wire wire, final ListeningEnds ends) {
        super(shared.services(), address, wire.peer(), Step.GREETING);
        this.shared = shared;
        this.address = address;
        this.mine = Hello.of(context().random(), Part.PUBLISHER);
        this.exchange = new PublisherExchange(this, this, null, ends);
        this.poller = null;
        this.wire = wire;
    }

    /** A subscriber that has received the hello of a publisher. */
    TcpHandshake(final TcpContext shared, final TcpAddress address, final Wire wire, final ImageEnd end) {
        super(shared.services(), address, wire.peer(), Step.GREETING);
        this.shared = shared;
        this.address = address;
        this.mine = Hello.of(context().random(), Part.SUBSCRIBER);
        this.exchange = new SubscriberExchange(this, this, end, null);
        this.poller = end.receivePoller().part(TcpPoller.class);
        this.wire = wire;
    }

    @Override
    protected Exchange exchange() {
        return exchange;
    }

    @Override
    protected void open(final String numericHost) {
        use(() -> {
            final SocketChannel channel = SocketChannel.open();
            wire = new Wire(channel);
            if (address.tls() != null) {
                wire.encrypt(address.tls().connecting(address.host(), address.port()));
            }
            step(Step.CONNECTING);
            bind(channel);
            channel.connect(new InetSocketAddress(InetAddress.ofLiteral(numericHost), address.port()));
            connect();
        });
    }

    private void bind(final SocketChannel channel) throws IOException {
        if (address.source() != null) {
            try {
                channel.bind(new InetSocketAddress(InetAddress.ofLiteral(address.source()), 0));
            } catch (final BindException e) {
                throw new BusException("cannot connect from source " + address.source() + ": " + e.getMessage()
                        + ": use an address of this host", e);
            }
        }
    }

    @Override
    protected void advance(final long nowNs) {
        use(() -> {
            switch (step()) {
                case CONNECTING -> connect();
                case GREETING -> receiveHello();
                case EXCHANGING -> receiveMessages();
                default -> {
                    // nothing is received
                }
            }
        });
    }

    private void use(final SocketUse part) {
        try {
            part.run();
        } catch (final ConnectException e) {
            fail(Failure.NO_LISTENER, "cannot connect to " + peer() + ": " + e.getMessage()
                    + "; start Verbus there, or use another address");
        } catch (final SSLException e) {
            fail(Failure.REFUSED, "TLS with " + peer() + " failed: " + Wire.explain(e));
        } catch (final Wire.PeerClosedException e) {
            failDisconnected();
        } catch (final IOException e) {
            final boolean isOpen = step().compareTo(Step.EXCHANGING) >= 0;
            fail(Failure.UNREACHABLE, (isOpen ? "lost the connection to " : "cannot connect to ") + peer() + ": "
                    + e.getMessage());
        }
    }

    private void connect() throws IOException {
        if (wire.socket().finishConnect() && wire.isReady()) {
            wire.send(mine);
            step(Step.GREETING);
        }
    }

    private void receiveHello() throws IOException {
        final Hello theirs = wire.receiveHello();
        if (theirs == null) {
            return;
        }
        if (theirs.part() == Part.REFUSAL) {
            failUnwanted();
            return;
        }
        prove(Hello.connection(mine, theirs));
        step(Step.EXCHANGING);
        exchange.opened();
    }

    /** Accepts a connection, and sends the hello of this side. */
    void accept(final Hello theirs) {
        prove(Hello.connection(theirs, mine));
        step(Step.EXCHANGING);
        use(() -> wire.send(mine));
    }

    private void receiveMessages() throws IOException {
        while (step() == Step.EXCHANGING) {
            try {
                final Message message = wire.receive(authenticator());
                if (message == null) {
                    return;
                }
                take(message);
            } catch (final BusException e) {
                refuse(Failure.REFUSED, peer() + " " + e.getMessage());
            }
        }
    }

    @Override
    protected String unanswered(final long timeoutMs) {
        return step() == Step.CONNECTING
                ? "no answer from " + peer() + " within " + timeoutMs
                        + " ms: check that its host is up, and that no firewall drops TCP to its port"
                : peer() + " has accepted the connection, but does not answer within " + timeoutMs
                        + " ms: check that a Verbus process listens there";
    }

    @Override
    protected void send(final Message message, final MessageAuthenticator proof) {
        try {
            wire.send(message, proof);
            if (message instanceof RefuseMessage) {
                wire.finish();
            }
        } catch (final IOException e) {
            throw new BusException("cannot send to " + peer() + ": " + e.getMessage(), e);
        }
    }

    @Override
    protected boolean isRefusalReceived() {
        return wire.isFinishedByPeer();
    }

    @Override
    protected void closeConnection() {
        if (wire != null) {
            wire.close();
        }
    }

    @Override
    public OfferMessage offer(final LogAcceptor end, final Request request, final Offer offer) {
        return new OfferMessage(offer, RemoteMemory.NONE, request.history() ? ON_REQUEST : RemoteMemory.NONE);
    }

    @Override
    public TcpLogLink join(final LogAcceptor end, final Request request, final Offer offer, final ImageMessage image) {
        final TcpLogLink link = new TcpLogLink(connection(), end.ring(), end.file(), offer.position(),
                request.history());
        shared.links().add(link);
        return link;
    }

    @Override
    public void admit() {
        poller.requireRoom();
    }

    @Override
    public TcpImageLink join(final OfferMessage message, final UnsafeBuffer memory) {
        send(new ImageMessage(RemoteMemory.NONE, 1, RemoteMemory.NONE));
        final TcpImageLink link = new TcpImageLink(connection(), poller, memory, message.offer().position(),
                message.history().isGiven());
        poller.add(link);
        shared.links().add(link);
        return link;
    }

    private Connection connection() {
        step(Step.DONE);
        return new Connection(wire.channel(), peer(), wire.isEncrypted() ? "TLS 1.3 over TCP" : "TCP",
                address.silenceNs());
    }
}
