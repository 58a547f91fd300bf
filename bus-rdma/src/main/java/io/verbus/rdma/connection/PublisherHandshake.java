package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.net.connection.ListeningEnds.NoSuchLog;
import io.verbus.net.handshake.AnnounceMessage;
import io.verbus.net.handshake.ImageMessage;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.net.handshake.SubscribeMessage;
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

/** A publisher's handshake: (sends an announcement), receives a request, sends an offer, receives the image. */
final class PublisherHandshake extends Handshake {
    /** A subscriber's request and its image, or a refusal. */
    private static final int MESSAGES = 2;
    /** A subscriber reads history one chunk after the other. */
    private static final int READS = 1;
    /** Maximum bytes of an inline write, limited by the device. */
    private static final int INLINE = 256;

    /** Null on the accepting side. */
    private final LogConnector attempting;
    private final Listener listener;
    private CompletionQueue messages;
    private LogAcceptor end;
    private Request request;
    private Offer offer;
    private RegisteredBuffer words;
    private LogRegion log;

    /** Connecting side, for one log. */
    PublisherHandshake(final ConnectionContext shared, final RdmaAddress address, final ConnectPrivateData mine,
            final LogConnector end) {
        super(shared, address, mine);
        this.attempting = end;
        this.listener = null;
        this.end = end;
    }

    /** Accepting side, for the requested log. */
    PublisherHandshake(final ConnectionContext shared, final RdmaAddress address, final ConnectPrivateData mine,
            final ConnectionId id,
            final Listener listener) {
        super(shared, address, mine, id);
        this.attempting = null;
        this.listener = listener;
    }

    /** The log; null while it is not known. */
    LogAcceptor end() {
        return end;
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
    void opened() {
        if (connector) {
            send(new AnnounceMessage(end.identity().stream(), end.identity().session()));
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
    void take(final Message message) {
        if (message instanceof SubscribeMessage(Request requested) && request == null) {
            subscribed(isStranger() ? requested.ofStranger() : requested);
        } else if (message instanceof ImageMessage image && offer != null) {
            join(image);
        } else {
            throw new BusException("violates the protocol: unexpected " + message.type());
        }
    }

    /** Whether the peer has chosen this connection, and has proven no secret. */
    private boolean isStranger() {
        return !connector && address.secret().isEmpty();
    }

    private void subscribed(final Request requested) {
        try {
            end = choose(requested);
            offer = end.offer(requested);
            request = requested;
            words = wire().epoch().hold(new RegisteredBuffer(shared.devices().domain(wire().epoch().id().device()),
                    SubscriberControlBlock.LENGTH, MemoryRegion.LOCAL_WRITE | MemoryRegion.REMOTE_WRITE));
            log = wire().epoch().hold(shared.devices().register(wire().epoch().id().device(), end));
            send(new OfferMessage(offer, words.forPeer(), requested.history() ? history() : RemoteMemory.NONE));
        } catch (final NoSuchLog e) {
            refuse(e.kind(), e.getMessage());
        } catch (final BusException e) {
            refuse(Failure.REFUSED, e.getMessage());
        }
    }

    /** Allows a peer that has proven the secret and requests it to read the log. */
    private RemoteMemory history() {
        final Device device = wire().epoch().id().device();
        if (device.maxReads() == 0) {
            return RemoteMemory.NONE;
        }
        try {
            final MemoryRegion file = wire().epoch().hold(shared.devices().registerHistory(device, end)).region();
            return new RemoteMemory(file.address(), file.remoteKey());
        } catch (final BusException e) {
            shared.context().errorHandler().onError(new BusException("cannot offer history to " + peer() + ": "
                    + e.getMessage(), e));
            return RemoteMemory.NONE;
        }
    }

    private LogAcceptor choose(final Request requested) {
        if (!connector) {
            return listener.ends().choose(requested);
        }
        final long session = end.identity().session();
        final boolean fits = requested.target().admits(session);
        if (!fits || !requested.stream().equals(end.identity().stream())) {
            throw new BusException("violates the protocol: it requests another stream or session than announced");
        }
        return end;
    }

    private void join(final ImageMessage image) {
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
        if (listener != null) {
            listener.ends().joined(link, request.stream());
        }
        end.joined(request, link);
    }

    @Override
    int readsAnswered() {
        return READS;
    }

    @Override
    int readsBegun() {
        return 0;
    }

    @Override
    String awaited() {
        return request == null ? "request" : "image";
    }

    @Override
    void failed(final Failure failure, final String cause) {
        if (request != null) {
            end.dropped(request, cause);
        }
        if (attempting != null) {
            attempting.failed(address.uri(), cause);
        } else if (request == null && end == null && failure != Failure.NO_SESSION
                && failure != Failure.GONE) {
            shared.refused().report(host(), cause);
        }
    }
}
