package io.verbus.rdma.connection;

import io.verbus.net.connection.SubscriberExchange;
import io.verbus.net.handshake.ImageMessage;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.rdma.link.ArrivalSlot;
import io.verbus.rdma.link.CloseHelper;
import io.verbus.rdma.link.CompletionPoller;
import io.verbus.rdma.link.Epoch;
import io.verbus.rdma.link.EpochCauses;
import io.verbus.rdma.link.LogHistory;
import io.verbus.rdma.link.PublisherControlBlock;
import io.verbus.rdma.link.PublisherControlBlockReader;
import io.verbus.rdma.link.Receives;
import io.verbus.rdma.link.RegisteredBuffer;
import io.verbus.rdma.link.SubscriberControlBlock;
import io.verbus.rdma.link.SubscriberControlBlockWriter;
import io.verbus.rdma.link.SubscriberLink;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.ProtectionDomain;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.rdma.verbs.Status;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.Request;
import org.agrona.concurrent.UnsafeBuffer;

/** A subscriber's handshake: posts receives, and registers the image and words that the publisher writes. */
final class VerbsSubscriberHandshake extends VerbsHandshake implements SubscriberExchange.Carrier {
    /** Maximum requests in flight: control block writes and READs are few. */
    private static final int SENDS = 64;
    /** History is read one chunk after the other. */
    private static final int READS = 1;

    private final SubscriberExchange exchange;
    private final CompletionPoller arrivals;
    private ProtectionDomain domain;
    private ArrivalSlot slot;
    private Receives receives;
    /** Number of handled messages. */
    private int handled;

    /** Connecting side. */
    VerbsSubscriberHandshake(final ConnectionContext shared, final RdmaAddress address, final ConnectPrivateData mine,
            final ImageEnd end, final Request request) {
        super(shared, address, mine);
        this.exchange = new SubscriberExchange(this, this, end, request);
        this.arrivals = end.receivePoller().part(CompletionPoller.class);
    }

    /** Accepting side. */
    VerbsSubscriberHandshake(final ConnectionContext shared, final RdmaAddress address, final ConnectPrivateData mine,
            final ConnectionId id, final ImageEnd end) {
        super(shared, address, mine, id);
        this.exchange = new SubscriberExchange(this, this, end, null);
        this.arrivals = end.receivePoller().part(CompletionPoller.class);
    }

    @Override
    protected SubscriberExchange exchange() {
        return exchange;
    }

    @Override
    HandshakeQueuePair open(final ConnectionId id) {
        final Device device = id.device();
        final int receives = address.sizes().receives();
        slot = isConnector()
                ? arrivals.admit(device, receives)
                : arrivals.admitPending(device, receives, peerHost(),
                        () -> fail(Failure.REFUSED, peer() + " has"
                                + " not yet proven that it publishes: its slot is given to another connection"));
        final ArrivalSlot admitted = slot; // an abandoned request is closed after the next one has its slot
        final AutoCloseable place = () -> arrivals.dismiss(admitted);
        try {
            domain = device.createProtectionDomain();
        } catch (final RuntimeException e) {
            CloseHelper.close(place);
            throw e;
        }
        return HandshakeQueuePair.open(id, domain, address.route(),
                sent -> new QueuePair.Plan(sent, slot.queue(), SENDS,
                        receives + ArrivalSlot.MAX_MESSAGES, SubscriberControlBlock.LENGTH),
                SENDS, place, domain);
    }

    @Override
    void expect(final HandshakeQueuePair onWire) {
        final int messages = isConnector() ? 1 : ArrivalSlot.MAX_MESSAGES;
        for (int i = 0; i < messages; i++) {
            onWire.expect(i, slot.tagOfMessage(i));
        }
        final int count = address.sizes().receives();
        receives = new Receives(slot.tag(), count, !onWire.epoch().id().device().iwarp()
                ? null
                : onWire.epoch().hold(new RegisteredBuffer(domain, count * Receives.SLOT, MemoryRegion.LOCAL_WRITE)));
        onWire.expectWrites(receives);
    }

    @Override
    void listen() {
        arrivals.pollByConductor();
        while (handled < slot.messages() && step() != Step.DONE) {
            final int message = handled++;
            received(message, slot.length(message));
        }
        if (slot.failure() == ArrivalSlot.WRITTEN_TOO_EARLY) {
            fail(Failure.REFUSED, peer() + " violates the protocol: it writes before it has received an address");
        } else if (slot.failure() != Status.SUCCESS && step() == Step.EXCHANGING) {
            fail(Failure.UNREACHABLE, EpochCauses.arrival(slot.failure(), peer()));
        }
    }

    @Override
    public void admit() {
        arrivals.prove(slot);
    }

    @Override
    public SubscriberLink join(final OfferMessage message, final UnsafeBuffer memory) {
        final Epoch epoch = wire().epoch();
        final int access = MemoryRegion.LOCAL_WRITE | MemoryRegion.REMOTE_WRITE;
        final MemoryRegion image = epoch.hold(domain.register(memory.addressOffset(), memory.capacity(), access));
        final RegisteredBuffer peerWords = epoch
                .hold(new RegisteredBuffer(domain, PublisherControlBlock.LENGTH, access));
        final RegisteredBuffer ownWords = epoch
                .hold(new RegisteredBuffer(domain, SubscriberControlBlock.LENGTH, MemoryRegion.LOCAL_READ));
        final SubscriberLink link = new SubscriberLink(epoch, arrivals,
                receives.by(sendsPositions()),
                new SubscriberControlBlockWriter(epoch, wire().requests(), ownWords, message.words(),
                        message.offer().position()),
                new PublisherControlBlockReader(peerWords.buffer()),
                new SubscriberLink.Extent(memory.capacity(), message.offer().position(),
                        new LogHistory(domain, canRead() ? message.history() : RemoteMemory.NONE,
                                address.sizes().pushLength())));
        slot.join(link);
        send(new ImageMessage(new RemoteMemory(image.address(), image.remoteKey()), address.sizes().receives(),
                peerWords.forPeer()));
        joined();
        shared.links().add(link);
        return link;
    }

    private boolean canRead() {
        return wire().epoch().id().device().maxReadsBegun() > 0;
    }

    @Override
    int readsAnswered() {
        return 0;
    }

    @Override
    int readsBegun() {
        return READS;
    }
}
