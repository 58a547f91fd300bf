package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.epoch.Block;
import io.verbus.rdma.epoch.Causes;
import io.verbus.rdma.epoch.Epoch;
import io.verbus.rdma.epoch.Quietly;
import io.verbus.rdma.handshake.AnnounceMessage;
import io.verbus.rdma.handshake.Hello;
import io.verbus.rdma.handshake.ImageMessage;
import io.verbus.rdma.handshake.Message;
import io.verbus.rdma.handshake.OfferMessage;
import io.verbus.rdma.handshake.RemoteMemory;
import io.verbus.rdma.handshake.SubscribeMessage;
import io.verbus.rdma.link.ArrivalSlot;
import io.verbus.rdma.link.LogHistory;
import io.verbus.rdma.link.PublisherEar;
import io.verbus.rdma.link.PublisherWords;
import io.verbus.rdma.link.RdmaArrivals;
import io.verbus.rdma.link.Receives;
import io.verbus.rdma.link.SubscriberLink;
import io.verbus.rdma.link.SubscriberVoice;
import io.verbus.rdma.link.SubscriberWords;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.ProtectionDomain;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.rdma.verbs.Status;
import io.verbus.transport.ImageEnd.Failure;
import io.verbus.transport.ImageEnd;
import io.verbus.transport.Offer;
import io.verbus.transport.Request;
import org.agrona.concurrent.UnsafeBuffer;

/** A subscriber's handshake: (receives an announcement), sends a request, receives an offer, sends the image. */
final class SubscriberHandshake extends Handshake {
    /** Maximum requests in flight: control block writes and READs are few. */
    private static final int SENDS = 64;
    /** History is read one chunk after the other. */
    private static final int READS = 1;

    private final ImageEnd end;
    private final RdmaArrivals arrivals;
    private ProtectionDomain domain;
    private ArrivalSlot slot;
    private Request request;
    /** Number of handled messages. */
    private int handled;

    /** Connecting side. */
    SubscriberHandshake(final Shared shared, final RdmaAddress address, final Hello mine, final ImageEnd end,
            final Request request) {
        super(shared, address, mine);
        this.end = end;
        this.arrivals = (RdmaArrivals) end.arrivals();
        this.request = request;
    }

    /** Accepting side. */
    SubscriberHandshake(final Shared shared, final RdmaAddress address, final Hello mine, final ConnectionId id,
            final ImageEnd end) {
        super(shared, address, mine, id);
        this.end = end;
        this.arrivals = (RdmaArrivals) end.arrivals();
    }

    ImageEnd end() {
        return end;
    }

    @Override
    Wire open(final ConnectionId id) {
        final Device device = id.device();
        final int receives = address.sizes().receives();
        slot = connector
                ? arrivals.admit(device, receives)
                : arrivals.admitPending(device, receives, host(),
                        () -> fail(Failure.REFUSED, peer() + " has"
                                + " not yet proven that it publishes: its slot is given to another connection"));
        final AutoCloseable place = () -> arrivals.dismiss(slot);
        try {
            domain = device.createProtectionDomain();
        } catch (final RuntimeException e) {
            Quietly.close(place);
            throw e;
        }
        return Wire.open(id, domain, address.route(), sent -> new QueuePair.Plan(sent, arrivals.queue(device), SENDS,
                receives + ArrivalSlot.MAX_MESSAGES, SubscriberWords.LENGTH), SENDS, place, domain);
    }

    @Override
    void expect(final Wire onWire) {
        final int messages = connector ? 1 : ArrivalSlot.MAX_MESSAGES;
        for (int i = 0; i < messages; i++) {
            onWire.expect(i, slot.tagOfMessage(i));
        }
        onWire.expectWrites(address.sizes().receives(), slot.tag());
    }

    @Override
    void opened() {
        if (connector) {
            send(new SubscribeMessage(request));
        }
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
            fail(Failure.UNREACHABLE, Causes.arrival(slot.failure(), peer()));
        }
    }

    @Override
    void take(final Message message) {
        if (message instanceof AnnounceMessage announced && !connector && request == null) {
            announced(announced);
        } else if (message instanceof OfferMessage offered && request != null) {
            offered(offered);
        } else {
            throw new BusException("violates the protocol: unexpected " + message.type());
        }
    }

    private void announced(final AnnounceMessage announced) {
        if (!announced.stream().equals(end.stream())) {
            throw new BusException("violates the protocol: it announces another stream than in its private data");
        }
        try {
            request = end.request(announced.session());
            send(new SubscribeMessage(request));
        } catch (final BusException e) {
            refuse(Failure.REFUSED, e.getMessage());
        }
    }

    private void offered(final OfferMessage message) {
        final Offer offer = message.offer();
        check(offer);
        final UnsafeBuffer memory;
        try {
            arrivals.prove(slot);
            memory = end.offered(request, offer);
        } catch (final BusException e) {
            refuse(Failure.REFUSED, e.getMessage());
            return;
        }
        try {
            join(message, memory);
        } catch (final BusException e) {
            fail(Failure.REFUSED, e.getMessage());
        }
    }

    /** Checks that an offer answers the request; its fields are within bounds already. */
    private void check(final Offer offer) {
        final long session = offer.identity().session();
        final boolean answers = switch (request.wish()) {
            case Request.Another another -> !another.known().contains(session);
            case Request.Resume resume -> session == resume.session();
        };
        if (!answers || !offer.identity().stream().equals(request.stream())) {
            throw new BusException("violates the protocol: it offers another stream or session than requested");
        }
    }

    private void join(final OfferMessage message, final UnsafeBuffer memory) {
        final Epoch epoch = wire().epoch();
        final int access = MemoryRegion.LOCAL_WRITE | MemoryRegion.REMOTE_WRITE;
        final MemoryRegion image = epoch.hold(domain.register(memory.addressOffset(), memory.capacity(), access));
        final Block peerWords = epoch.hold(new Block(domain, PublisherWords.LENGTH, access));
        final Block ownWords = epoch.hold(new Block(domain, SubscriberWords.LENGTH, MemoryRegion.LOCAL_READ));
        final SubscriberLink link = new SubscriberLink(epoch, arrivals,
                new Receives(slot.tag(), address.sizes().receives()),
                new SubscriberVoice(epoch, wire().requests(), ownWords, message.words(), message.offer().position()),
                new PublisherEar(peerWords.buffer()),
                new SubscriberLink.Extent(memory.capacity(), message.offer().position(),
                        new LogHistory(domain, message.history(), address.sizes().pushLength())));
        slot.join(link);
        send(new ImageMessage(new RemoteMemory(image.address(), image.remoteKey()), address.sizes().receives(),
                peerWords.forPeer()));
        joined();
        shared.links().add(link);
        end.joined(request, message.offer(), link);
    }

    @Override
    int readsAnswered() {
        return 0;
    }

    @Override
    int readsBegun() {
        return READS;
    }

    @Override
    String awaited() {
        return request == null ? "announcement" : "offer";
    }

    @Override
    void failed(final Failure failure, final String cause) {
        if (request != null) {
            end.failed(request, failure, cause);
        } else {
            shared.context().errorHandler().onError(new BusException("cannot accept a connection:"
                    + " " + cause));
        }
    }
}
