package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.net.connection.ListeningEnds;
import io.verbus.net.connection.PublisherExchange;
import io.verbus.net.handshake.ImageMessage;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.rdma.link.EpochCauses;
import io.verbus.rdma.link.PositionMessages;
import io.verbus.rdma.link.PublisherControlBlock;
import io.verbus.rdma.link.PublisherControlBlockWriter;
import io.verbus.rdma.link.PublisherLink;
import io.verbus.rdma.link.RegisteredBuffer;
import io.verbus.rdma.link.SubscriberControlBlock;
import io.verbus.rdma.link.SubscriberControlBlockReader;
import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.rdma.verbs.Status;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;

/** A publisher's handshake: registers the log, and words that the subscriber writes. */
final class VerbsPublisherHandshake extends VerbsHandshake implements PublisherExchange.Carrier {
    /** A subscriber's request and its image, or a refusal. */
    private static final int MESSAGES = 2;
    /** A subscriber reads history one chunk after the other. */
    private static final int READS = 1;
    /** Maximum bytes of an inline write, limited by the device. */
    private static final int INLINE = 256;

    private final PublisherExchange exchange;
    private CompletionQueue messages;
    private RegisteredBuffer words;
    private LogRegion log;

    /** Connecting side, for one log. */
    VerbsPublisherHandshake(final ConnectionContext shared, final RdmaAddress address, final ConnectPrivateData mine,
            final LogConnector end) {
        super(shared, address, mine);
        this.exchange = new PublisherExchange(this, this, end, null);
    }

    /** Accepting side, for the requested log. */
    VerbsPublisherHandshake(final ConnectionContext shared, final RdmaAddress address, final ConnectPrivateData mine,
            final ConnectionId id, final ListeningEnds ends) {
        super(shared, address, mine, id);
        this.exchange = new PublisherExchange(this, this, null, ends);
    }

    @Override
    protected PublisherExchange exchange() {
        return exchange;
    }

    @Override
    HandshakeQueuePair open(final ConnectionId id) {
        final Device device = id.device();
        final int sends = address.sizes().sends() + MESSAGES + 1;
        messages = device.createCompletionQueue(MESSAGES, MESSAGES);
        return HandshakeQueuePair.open(id, shared.devices().domain(device), address.route(),
                sent -> new QueuePair.Plan(sent, messages, sends, MESSAGES, INLINE), sends, messages);
    }

    @Override
    void expect(final HandshakeQueuePair onWire) {
        for (int i = 0; i < MESSAGES; i++) {
            onWire.expect(i, i);
        }
    }

    @Override
    void listen() {
        final int count = messages.poll();
        if (count < 0) {
            fail(Failure.UNREACHABLE, EpochCauses.arrival(Status.QUEUE_FAILED, peer()));
        }
        for (int i = 0; i < count; i++) {
            if (messages.status(i) == Status.SUCCESS) {
                received((int) messages.id(i), messages.byteLength(i));
            } else {
                fail(Failure.UNREACHABLE, EpochCauses.arrival(messages.status(i), peer()));
            }
            if (step() == Step.DONE) {
                return;
            }
        }
    }

    @Override
    public OfferMessage offer(final LogAcceptor end, final Request request, final Offer offer) {
        words = wire().epoch().hold(new RegisteredBuffer(shared.devices().domain(wire().epoch().id().device()),
                SubscriberControlBlock.LENGTH, MemoryRegion.LOCAL_WRITE | MemoryRegion.REMOTE_WRITE));
        log = wire().epoch().hold(shared.devices().register(wire().epoch().id().device(), end));
        return new OfferMessage(offer, words.forPeer(), request.history() ? history(end) : RemoteMemory.NONE);
    }

    /** Allows a peer that has proven the secret and requests it to read the log. */
    private RemoteMemory history(final LogAcceptor end) {
        final Device device = wire().epoch().id().device();
        if (device.maxReads() == 0) {
            return RemoteMemory.NONE;
        }
        try {
            final MemoryRegion file = wire().epoch().hold(shared.devices().registerHistory(device, end)).region();
            return new RemoteMemory(file.address(), file.remoteKey());
        } catch (final BusException e) {
            context().errorHandler().onError(new BusException("cannot offer history to " + peer() + ": "
                    + e.getMessage(), e));
            return RemoteMemory.NONE;
        }
    }

    @Override
    public PublisherLink join(final LogAcceptor end, final Request request, final Offer offer,
            final ImageMessage image) {
        final RegisteredBuffer ownWords = wire().epoch()
                .hold(new RegisteredBuffer(shared.devices().domain(wire().epoch().id().device()),
                        PublisherControlBlock.LENGTH, MemoryRegion.LOCAL_READ));
        final PositionMessages positions = sendsPositions()
                ? new PositionMessages(wire().epoch().hold(new RegisteredBuffer(
                        shared.devices().domain(wire().epoch().id().device()),
                        PositionMessages.length(wire().requests()), MemoryRegion.LOCAL_READ)))
                : null;
        final PublisherLink link = new PublisherLink(wire().epoch(), wire().requests(),
                new PublisherLink.Source(log.region().address(), log.region().localKey(), end.ring().capacity()),
                new PublisherLink.Terms(address, image.image(), image.receives(), offer.position(), positions),
                new PublisherControlBlockWriter(ownWords, image.words(), positions),
                new SubscriberControlBlockReader(words.buffer(), image.receives()));
        joined();
        shared.links().add(link);
        return link;
    }

    @Override
    int readsAnswered() {
        return READS;
    }

    @Override
    int readsBegun() {
        return 0;
    }
}
