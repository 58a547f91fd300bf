package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.epoch.Block;
import io.verbus.rdma.epoch.Causes;
import io.verbus.rdma.handshake.AnnounceMessage;
import io.verbus.rdma.handshake.Hello;
import io.verbus.rdma.handshake.ImageMessage;
import io.verbus.rdma.handshake.Message;
import io.verbus.rdma.handshake.OfferMessage;
import io.verbus.rdma.handshake.RemoteMemory;
import io.verbus.rdma.handshake.SubscribeMessage;
import io.verbus.rdma.link.PublisherLink;
import io.verbus.rdma.link.PublisherVoice;
import io.verbus.rdma.link.PublisherWords;
import io.verbus.rdma.link.SubscriberEar;
import io.verbus.rdma.link.SubscriberWords;
import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.rdma.verbs.Status;
import io.verbus.transport.ImageEnd.Failure;
import io.verbus.transport.LogEnd;
import io.verbus.transport.Offer;
import io.verbus.transport.Request;

/** A publisher's handshake: (announce), hears what is asked for, offers, hears where to write. */
final class PublisherHandshake extends Handshake {
    /** A subscriber's request and its image, or a refusal. */
    private static final int MESSAGES = 2;
    /** A subscriber reads one piece of history after the other. */
    private static final int READS = 1;
    /** Bytes that a write carries in itself, where the device can. */
    private static final int INLINE = 256;

    private final Listener listener;
    private CompletionQueue messages;
    private LogEnd end;
    private Request request;
    private Offer offer;
    private Block words;
    private LogRegion log;

    /** There is no log for a request. */
    static final class NoSuchLog extends BusException {
        private static final long serialVersionUID = 1L;
        private final Failure kind;

        NoSuchLog(final Failure kind, final String sentence) {
            super(sentence);
            this.kind = kind;
        }
    }

    /** One that connects, for one log. */
    PublisherHandshake(final Shared shared, final RdmaAddress address, final Hello mine, final LogEnd end) {
        super(shared, address, mine);
        this.listener = null;
        this.end = end;
    }

    /** One that accepts, for whatever log is asked for. */
    PublisherHandshake(final Shared shared, final RdmaAddress address, final Hello mine, final ConnectionId id,
            final Listener listener) {
        super(shared, address, mine, id);
        this.listener = listener;
    }

    /** Whose log it is about; null as long as that is not known. */
    LogEnd end() {
        return end;
    }

    @Override
    Wire open(final ConnectionId id) {
        final Device device = id.device();
        final int sends = address.sizes().sends() + MESSAGES + 1;
        messages = device.createCompletionQueue(MESSAGES, MESSAGES);
        return Wire.open(id, shared.devices().domain(device), address.route(),
                sent -> new QueuePair.Plan(sent, messages, sends, MESSAGES, INLINE), sends, messages);
    }

    @Override
    void expect(final Wire onWire) {
        for (int i = 0; i < MESSAGES; i++) {
            onWire.expect(i, i);
        }
    }

    @Override
    void opened() {
        if (connector) {
            say(new AnnounceMessage(end.identity().stream(), end.identity().session()));
        }
    }

    @Override
    void listen() {
        final int count = messages.poll();
        for (int i = 0; i < count; i++) {
            if (messages.status(i) == Status.SUCCESS) {
                heard((int) messages.id(i), messages.byteLength(i));
            } else {
                fail(Failure.UNREACHABLE, Causes.arrival(messages.status(i), peer()));
            }
            if (step() == Step.OVER) {
                return;
            }
        }
    }

    @Override
    void take(final Message message) {
        if (message instanceof SubscribeMessage(Request asked) && request == null) {
            subscribed(asked);
        } else if (message instanceof ImageMessage image && offer != null) {
            join(image);
        } else {
            throw new BusException("says out of turn: " + message.type());
        }
    }

    private void subscribed(final Request asked) {
        try {
            end = choose(asked);
            offer = end.offer(asked);
            request = asked;
            words = wire().epoch().hold(new Block(shared.devices().domain(wire().epoch().id().device()),
                    SubscriberWords.LENGTH, MemoryRegion.LOCAL_WRITE | MemoryRegion.REMOTE_WRITE));
            log = wire().epoch().hold(shared.devices().register(wire().epoch().id().device(), end));
            say(new OfferMessage(offer, words.forPeer(), asked.history() ? history() : RemoteMemory.NONE));
        } catch (final NoSuchLog e) {
            refuse(e.kind, e.getMessage());
        } catch (final BusException e) {
            refuse(Failure.REFUSED, e.getMessage());
        }
    }

    /** Lets the log be read, by who has proven the secret and asks for it. */
    private RemoteMemory history() {
        final Device device = wire().epoch().id().device();
        if (device.maxReads() == 0) {
            return RemoteMemory.NONE;
        }
        try {
            final MemoryRegion file = wire().epoch().hold(shared.devices().registerHistory(device, end)).region();
            return new RemoteMemory(file.address(), file.remoteKey());
        } catch (final BusException e) {
            shared.context().errorHandler().onError(new BusException("no history is offered to " + peer() + ": "
                    + e.getMessage(), e));
            return RemoteMemory.NONE;
        }
    }

    private LogEnd choose(final Request asked) {
        if (!connector) {
            return listener.choose(asked);
        }
        final long session = end.identity().session();
        final boolean fits = switch (asked.wish()) {
            case Request.Another another -> !another.known().contains(session);
            case Request.Resume resume -> resume.session() == session;
        };
        if (!fits || !asked.stream().equals(end.identity().stream())) {
            throw new BusException("it asks for what was not announced");
        }
        return end;
    }

    private void join(final ImageMessage image) {
        final Block spoken = wire().epoch().hold(new Block(shared.devices().domain(wire().epoch().id().device()),
                PublisherWords.LENGTH, MemoryRegion.LOCAL_READ));
        final PublisherLink link = new PublisherLink(wire().epoch(), wire().requests(),
                new PublisherLink.Source(log.region().address(), log.region().localKey(), end.ring().capacity()),
                new PublisherLink.Terms(address, image.image(), image.receives(), offer.position()),
                new PublisherVoice(spoken, image.words()), new SubscriberEar(words.buffer(), image.receives()));
        joined();
        shared.links().add(link);
        if (listener != null) {
            listener.joined(link, request.stream());
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
        return request == null ? "its request" : "its image";
    }

    @Override
    void failed(final Failure failure, final String cause) {
        if (request != null) {
            end.dropped(request, cause);
        }
        if (connector) {
            end.failed(address.uri(), cause);
        } else if (request == null && end == null && failure != Failure.NOTHING_THERE
                && failure != Failure.GONE) {
            shared.context().errorHandler().onError(new BusException("a connection to this host's listener came to"
                    + " nothing: " + cause));
        }
    }
}
