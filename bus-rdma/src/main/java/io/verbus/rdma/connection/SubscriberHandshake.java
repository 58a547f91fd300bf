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

/** A subscriber's handshake: (hears an announcement), asks, hears an offer, says where to write. */
final class SubscriberHandshake extends Handshake {
    /** Words are few; this many may be under way. */
    private static final int SENDS = 64;
    /** History is read one piece after the other. */
    private static final int READS = 1;

    private final ImageEnd end;
    private final RdmaArrivals arrivals;
    private ProtectionDomain domain;
    private ArrivalSlot slot;
    private Request request;
    /** Messages that were taken. */
    private int heard;

    /** One that connects. */
    SubscriberHandshake(final Shared shared, final RdmaAddress address, final Hello mine, final ImageEnd end,
            final Request request) {
        super(shared, address, mine);
        this.end = end;
        this.arrivals = (RdmaArrivals) end.arrivals();
        this.request = request;
    }

    /** One that accepts. */
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
                : arrivals.admitHalfMade(device, receives, host(),
                        () -> fail(Failure.REFUSED, peer() + " has connected,"
                                + " and has not proven yet that it publishes: its place goes to another"));
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
            say(new SubscribeMessage(request));
        }
    }

    @Override
    void listen() {
        arrivals.help();
        while (heard < slot.messages() && step() != Step.OVER) {
            final int message = heard++;
            heard(message, slot.length(message));
        }
        if (slot.failure() == ArrivalSlot.WRITTEN_TOO_EARLY) {
            fail(Failure.REFUSED, peer() + " does not keep to the protocol: it writes before it was told where");
        } else if (slot.failure() != Status.SUCCESS && step() == Step.TALKING) {
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
            throw new BusException("says out of turn: " + message.type());
        }
    }

    private void announced(final AnnounceMessage announced) {
        if (!announced.stream().equals(end.stream())) {
            throw new BusException("has connected for another stream than it announces");
        }
        try {
            request = end.request(announced.session());
            say(new SubscribeMessage(request));
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

    /** That an offer answers the request; its words are within bounds already. */
    private void check(final Offer offer) {
        final long session = offer.identity().session();
        final boolean answers = switch (request.wish()) {
            case Request.Another another -> !another.known().contains(session);
            case Request.Resume resume -> session == resume.session();
        };
        if (!answers || !offer.identity().stream().equals(request.stream())) {
            throw new BusException("offers what was not asked for");
        }
    }

    private void join(final OfferMessage message, final UnsafeBuffer memory) {
        final Epoch epoch = wire().epoch();
        final int access = MemoryRegion.LOCAL_WRITE | MemoryRegion.REMOTE_WRITE;
        final MemoryRegion image = epoch.hold(domain.register(memory.addressOffset(), memory.capacity(), access));
        final Block heardWords = epoch.hold(new Block(domain, PublisherWords.LENGTH, access));
        final Block spoken = epoch.hold(new Block(domain, SubscriberWords.LENGTH, MemoryRegion.LOCAL_READ));
        final SubscriberLink link = new SubscriberLink(epoch, arrivals,
                new Receives(slot.tag(), address.sizes().receives()),
                new SubscriberVoice(epoch, wire().requests(), spoken, message.words(), message.offer().position()),
                new PublisherEar(heardWords.buffer()),
                new SubscriberLink.Extent(memory.capacity(), message.offer().position(),
                        new LogHistory(domain, message.history(), address.sizes().pushLength())));
        slot.join(link);
        say(new ImageMessage(new RemoteMemory(image.address(), image.remoteKey()), address.sizes().receives(),
                heardWords.forPeer()));
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
        return request == null ? "its announcement" : "its offer";
    }

    @Override
    void failed(final Failure failure, final String cause) {
        if (request != null) {
            end.failed(request, failure, cause);
        } else {
            shared.context().errorHandler().onError(new BusException("a connection to this host's listener came to"
                    + " nothing: " + cause));
        }
    }
}
