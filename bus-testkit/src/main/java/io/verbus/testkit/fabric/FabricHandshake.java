package io.verbus.testkit.fabric;

import io.verbus.BusException;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.testkit.fabric.link.FabricReceivePoller;
import io.verbus.testkit.fabric.link.ImageSide;
import io.verbus.testkit.fabric.link.LogSide;
import java.net.URI;
import java.util.List;
import java.util.function.IntSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A connection that is being set up. One message at a time is in flight, in either direction.
 *
 * <pre>
 *   announce ──▶ subscribe ──▶ offer ──▶ image
 *   (if the log's side connects)      ╲
 *                                      ──▶ refusal, by either side at any time
 * </pre>
 */
final class FabricHandshake {
    private final Fabric fabric;
    private final URI to;
    /** Connects by the log's side; null if the image's side connects. */
    private final LogConnector attempting;
    private final Side log = new Side();
    private final Side image = new Side();
    private LogAcceptor logEnd;
    private ImageEnd imageEnd;
    private Request request;
    private Offer offer;
    private LogSide logLink;
    private Message message;
    private boolean arrived;
    private boolean lost;
    private Failure kind = Failure.REFUSED;
    private String refusal;

    /** The message in flight. */
    private enum Message {
        ANNOUNCE, SUBSCRIBE, OFFER, IMAGE, REFUSAL_TO_LOG, REFUSAL_TO_IMAGE;

        boolean isToLog() {
            return this == SUBSCRIBE || this == IMAGE || this == REFUSAL_TO_LOG;
        }
    }

    /** The state of one side. */
    private static final class Side {
        private FabricTransport transport;
        private long sinceNs;
        private boolean begun;
        private boolean over;

        boolean isLate(final long nowNs, final long timeoutNs) {
            if (!begun) {
                begun = true;
                sinceNs = nowNs;
            }
            return nowNs - sinceNs >= timeoutNs;
        }
    }

    private FabricHandshake(final Fabric fabric, final URI to, final LogConnector attempting) {
        this.fabric = fabric;
        this.to = to;
        this.attempting = attempting;
    }

    static FabricHandshake byLog(final Fabric fabric, final FabricTransport transport, final URI to,
            final LogConnector end) {
        final FabricHandshake handshake = new FabricHandshake(fabric, to, end);
        handshake.log.transport = transport;
        handshake.logEnd = end;
        handshake.message = Message.ANNOUNCE;
        return handshake;
    }

    static FabricHandshake byImage(final Fabric fabric, final FabricTransport transport, final URI to,
            final ImageEnd end,
            final Request request) {
        final FabricHandshake handshake = new FabricHandshake(fabric, to, null);
        handshake.image.transport = transport;
        handshake.imageEnd = end;
        handshake.request = request;
        handshake.message = Message.SUBSCRIBE;
        return handshake;
    }

    boolean concerns(final FabricTransport transport) {
        return log.transport == transport && !log.over || image.transport == transport && !image.over;
    }

    boolean isOver() {
        return (log.over || log.transport == null) && (image.over || image.transport == null);
    }

    /** Moves the message in flight. Returns whether there was one. */
    boolean travel() {
        if (arrived || lost) {
            return false;
        }
        final Side from = message.isToLog() ? image : log;
        final Condition way = fabric.way(host(from), host(from == log ? image : log));
        if (way == Condition.STALLED || message == Message.SUBSCRIBE && fabric.isStalled(request)) {
            return false;
        }
        if (fabric.random().happensNow()) {
            lost = way == Condition.CUT || fabric.loses();
            arrived = !lost;
            if (arrived) {
                arrive(message.isToLog() ? log : image);
            }
        }
        return true;
    }

    /** The name of a side's host on this path. */
    private String host(final Side side) {
        final boolean listens = side == (attempting == null ? log : image);
        return listens ? to.getHost() : side.transport.station().host();
    }

    /** The first message looks for a listener. */
    private void arrive(final Side addressee) {
        if (addressee.transport == null) {
            addressee.transport = fabric.listener(to.getHost(), to.getPort());
            if (addressee.transport == null) {
                refuse(addressee, Failure.NO_SESSION,
                        "no listener at " + to + ": start the other side, or correct the"
                                + " address");
                arrived = true; // the device's own answer
            }
        }
    }

    /** One duty cycle of one side. Calls of ends are made without the fabric's lock. */
    boolean doWork(final FabricTransport transport, final long nowNs) {
        final Side side = log.transport == transport && !log.over ? log : image;
        if (side.over) {
            return false;
        }
        final boolean late = side.isLate(nowNs, fabric.settings().handshake().toNanos());
        final boolean mine;
        synchronized (fabric.medium()) {
            mine = arrived && message.isToLog() == (side == log);
        }
        if (mine) {
            take();
        } else if (late) {
            fail(side, Failure.UNREACHABLE, "no answer from " + to + " in " + fabric.settings().handshake().toMillis()
                    + " ms: check the network path");
            refuseGivenUp(side);
        }
        return mine || late;
    }

    /** A message in flight to the other side must not be answered: this side no longer waits. */
    private void refuseGivenUp(final Side side) {
        final Side other = side == log ? image : log;
        if (other.transport != null && !other.over) {
            refuse(side, Failure.UNREACHABLE, "the other side timed out");
        }
    }

    private void take() {
        try {
            switch (message) {
                case ANNOUNCE -> announced();
                case SUBSCRIBE -> subscribed();
                case OFFER -> offered();
                case IMAGE -> logJoins();
                case REFUSAL_TO_LOG -> fail(log, kind, refusal);
                case REFUSAL_TO_IMAGE -> fail(image, kind, refusal);
            }
        } catch (final BusException e) {
            final Side refusing = message.isToLog() ? log : image;
            if (refusing == image && request != null) {
                fail(image, Failure.REFUSED, e.getMessage());
            } else if (refusing == log && attempting != null) {
                attempting.failed(to, e.getMessage());
            }
            refuse(refusing, Failure.REFUSED, e.getMessage());
        }
    }

    private void announced() {
        final List<ImageEnd> ends = image.transport.images(to.getPort(), logEnd.identity().stream());
        if (ends.isEmpty()) {
            refuse(image, Failure.NO_SESSION, to + " has no subscription to " + logEnd.identity().stream());
        } else {
            imageEnd = ends.getFirst();
            request = imageEnd.request(logEnd.identity().session());
            say(Message.SUBSCRIBE);
        }
    }

    private void subscribed() {
        final List<LogAcceptor> ends = attempting != null
                ? List.of(logEnd)
                : log.transport.logs(to.getPort(), request.stream());
        final LogAcceptor chosen = ends.stream().filter(this::isRequested).findFirst().orElse(null);
        if (chosen != null) {
            logEnd = chosen;
            request = attempting == null && fabric.hasStrangers() ? request.ofStranger() : request;
            offer = logEnd.offer(request);
            fabric.contract().check(offer.identity().equals(logEnd.identity()) && offer.position() >= 0
                    && offer.position() % 32 == 0 && offer.sequence() >= 0, "log end", "offers " + offer);
            say(Message.OFFER);
        } else if (request.target() instanceof Request.Resume) {
            refuse(log, Failure.GONE, "the session is not at " + to + " any more");
        } else {
            refuse(log, Failure.NO_SESSION,
                    to + " has no session of " + request.stream() + " except those already known");
        }
    }

    private boolean isRequested(final LogAcceptor end) {
        return request.target().admits(end.identity().session());
    }

    private void offered() {
        final FabricReceivePoller arrivals = imageEnd.receivePoller().part(FabricReceivePoller.class);
        if (arrivals.isFull()) {
            throw new BusException("this subscription has " + arrivals.maxImages() + " images, and can't have more:"
                    + " divide the stream, or let it have more");
        }
        final UnsafeBuffer memory = imageEnd.offered(request, offer);
        fabric.contract().check(memory.capacity() == offer.identity().capacity(), "image end",
                "provides memory of " + memory.capacity() + " bytes for " + offer.identity());
        final IntSupplier sessions = attempting != null
                ? () -> 0
                : () -> log.transport.logs(to.getPort(), request.stream()).size();
        final ImageSide link = new ImageSide(image.transport.station().on(host(image)), log.transport.station(), memory,
                offer,
                sessions.getAsInt(), request.history() && fabric.settings().history());
        final LogSide other = new LogSide(log.transport.station().on(host(log)), image.transport.station(), logEnd,
                offer,
                sessions);
        link.connect(other);
        other.connect(link);
        arrivals.add(link);
        add(link, other);
        image.over = true;
        say(Message.IMAGE);
        imageEnd.joined(request, offer, link);
    }

    /** The log's side may give up at the same time: it finds the link, or this finds that it has given up. */
    private void add(final ImageSide link, final LogSide other) {
        synchronized (fabric.medium()) {
            logLink = other;
            fabric.add(link, other);
            if (log.over) {
                other.die();
            }
        }
    }

    private void logJoins() {
        log.over = true;
        logEnd.joined(request, logLink);
    }

    private void say(final Message next) {
        synchronized (fabric.medium()) {
            message = next;
            arrived = false;
        }
    }

    /** One side refuses; the other receives the refusal unless it is finished. */
    private void refuse(final Side refusing, final Failure newKind, final String cause) {
        refusing.over = true;
        kind = newKind;
        refusal = cause;
        say(refusing == log ? Message.REFUSAL_TO_IMAGE : Message.REFUSAL_TO_LOG);
    }

    private void fail(final Side side, final Failure failure, final String cause) {
        if (side == image) {
            side.over = true;
            if (request != null) {
                imageEnd.failed(request, failure, cause);
            }
        } else {
            giveUpLog(cause);
            if (offer != null) {
                logEnd.dropped(request, cause);
            }
            if (attempting != null) {
                attempting.failed(to, cause);
            }
        }
    }

    void forget(final LogAcceptor end) {
        if (end == logEnd && !log.over) {
            giveUpLog("the publication was closed");
            refuse(log, Failure.UNREACHABLE, to + " has closed that session"); // there may be other sessions
        }
    }

    void forget(final ImageEnd end) {
        if (end == imageEnd && !image.over) {
            refuse(image, Failure.REFUSED, "the subscription was closed");
        }
    }

    /** The process of one side is gone. */
    void leave(final FabricTransport transport) {
        final Side side = log.transport == transport ? log : image;
        if (!side.over) {
            if (side == log) {
                giveUpLog("the publisher has closed");
            }
            refuse(side, Failure.UNREACHABLE, "the process of the other side ended");
        }
    }

    /** Ends the log's side, and abandons a link that its end has not received. */
    private void giveUpLog(final String cause) {
        synchronized (fabric.medium()) {
            log.over = true;
            if (logLink != null) {
                logLink.abandon(cause);
            }
        }
    }

    /** In readable form. */
    @Override
    public String toString() {
        return "handshake with " + to + ", " + message
                + (lost ? " is lost" : arrived ? " has arrived" : " is under way")
                + (log.over ? ", the log's side is finished" : "")
                + (image.over ? ", the image's side is finished" : "");
    }
}
