package io.verbus.internal.subscriber;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Start;
import io.verbus.internal.conductor.HeartbeatMonitor;
import io.verbus.internal.duty.DutyCyclePace;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.internal.image.Image;
import io.verbus.internal.image.ImageSettings;
import io.verbus.internal.image.ReassemblyMemory;
import io.verbus.internal.image.RemoteImage;
import io.verbus.internal.image.RemoteSubscriberPosition;
import io.verbus.internal.late.LateWatch;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.Log;
import io.verbus.internal.peer.PeerTimes;
import io.verbus.internal.shm.StreamDirectory;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.Offer;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.spi.Transport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The sessions on other hosts of one subscription: each publisher writes into memory of this process, over successive
 * epochs. Used by the conductor.
 */
public final class RemoteSessions implements Sessions, ImageEnd {
    /** Number of sessions that a subscription can read at once. */
    public static final int MAX_SESSIONS = Request.MAX_KNOWN;
    /**
     * Time without a listener after which the sessions of a publisher are gone. A publisher listens again at most 250
     * ms and a duty cycle, of which a heartbeat timeout has several, after the return of its device.
     */
    private static final long LISTENER_PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

    private final StreamDirectory stream;
    private final SubscriptionIdentity identity;
    private final Start start;
    private final Set<String> relays;
    private final ImageSettings settings;
    private final long heartbeatTimeoutNs;
    private final long listenerPatienceNs;
    private final IntervalTimer heartbeatTimer;
    private final Transport transport;
    private final PollingThreads threads;
    private final String thread;
    private final boolean isRelay;
    private final ReceivePoller receivePoller;
    private final ImageHandover handover = new ImageHandover();
    private final Connectors connectors = new Connectors();
    private final List<RemoteSession> sessions = new ArrayList<>();
    private final RestartTracker restarts = new RestartTracker(MAX_SESSIONS);
    /**
     * Sessions that are over for this subscription, though their publishers may still offer them; the oldest are
     * forgotten.
     */
    private final LinkedHashSet<Long> finished = new LinkedHashSet<>();
    /** Sessions that evicted this subscription: they still exist, and must not be offered again. */
    private final LinkedHashSet<Long> evictions = new LinkedHashSet<>();
    /** Memory of offers that have not been joined. */
    private final Map<Request, Log> offered = new HashMap<>();
    private boolean closing;
    private long nowNs;

    /**
     * Creates the sessions of a new subscription.
     *
     * @param reader the subscription
     * @param settings of the images
     * @param heartbeatTimeoutNs after which a publisher without heartbeat is reported
     * @param transport to connect by
     * @param threads polling threads of the bus
     */
    public RemoteSessions(final Reader reader, final ImageSettings settings, final long heartbeatTimeoutNs,
            final Transport transport, final PollingThreads threads) {
        this.stream = reader.stream();
        this.identity = reader.identity();
        this.start = reader.start();
        this.relays = reader.relays();
        this.settings = settings;
        this.heartbeatTimeoutNs = heartbeatTimeoutNs;
        this.listenerPatienceNs = Math.max(LISTENER_PATIENCE_NS, heartbeatTimeoutNs);
        this.heartbeatTimer = new IntervalTimer(heartbeatTimeoutNs / PeerTimes.HEARTBEATS_PER_TIMEOUT);
        this.transport = transport;
        this.threads = threads;
        this.thread = reader.thread();
        this.isRelay = settings.memory() == ReassemblyMemory.NONE;
        this.receivePoller = threads.take(transport, thread);
    }

    /**
     * The subscription of the sessions.
     *
     * @param stream to read; image memory is allocated beside its directory
     * @param identity of the subscription
     * @param start in present sessions
     * @param relays that are accepted; empty for all
     * @param thread name of the polling thread
     */
    public record Reader(StreamDirectory stream, SubscriptionIdentity identity, Start start, Set<String> relays,
            String thread) {}

    /**
     * Starts to connect.
     *
     * @param endpoints of the subscription
     * @throws BusException if an endpoint cannot be used
     */
    public void open(final List<Endpoint> endpoints) {
        for (final Endpoint endpoint : endpoints) {
            if (endpoint.listens()) {
                transport.listen(endpoint.uri(), this);
            } else {
                connectors.add(new SubscriberConnector(this, transport, endpoint.uri(), identity.id(),
                        settings.errorHandler()));
            }
        }
    }

    @Override
    public ImageHandover handover() {
        return handover;
    }

    @Override
    public void observe(final LateWatch watch, final long fromNs, final long toNs) {
        for (final RemoteSession session : sessions) {
            session.watched().observe(watch, fromNs, toNs);
        }
    }

    @Override
    public ReceivePoller receivePoller() {
        return receivePoller;
    }

    @Override
    public String stream() {
        return stream.name();
    }

    @Override
    public int doWork(final long newNowNs) {
        nowNs = newNowNs;
        final boolean isHeartbeatDue = heartbeatTimer.isDue(newNowNs);
        handover.drainDepartures(this::leave);
        for (final RemoteSession session : List.copyOf(sessions)) {
            session.doWork(isHeartbeatDue, newNowNs);
            if (session.isClosed()) {
                sessions.remove(session);
                session.unmap();
                connectors.forget(session.id());
            }
        }
        if (!closing) {
            connectors.doWork(newNowNs);
        }
        return 0;
    }

    @Override
    public DutyCyclePace pace() {
        for (final RemoteSession session : sessions) {
            if (session.isUrgent()) {
                return DutyCyclePace.URGENT;
            }
        }
        return DutyCyclePace.USUAL;
    }

    /**
     * The state of the subscription in a session.
     *
     * @param session its id
     * @param host of its publisher; empty while there is no connection
     * @param consumed messages before the next to consume
     * @param lagMessages committed at the publisher's last heartbeat and not consumed
     * @param lagBytes likewise, in bytes
     * @param refusal why the publisher does not honour BLOCK
     * @param connection to its publisher
     */
    public record State(long session, String host, long consumed, long lagMessages, long lagBytes, Refusal refusal,
            Connection connection) {}

    /**
     * The connection to a session's publisher.
     *
     * @param epochs so far
     * @param medium of the last link, for operators
     * @param capacity of the log, in bytes
     * @param creditBytes that remain to the publisher when it has pushed its log; {@link #NONE} without a link
     */
    public record Connection(long epochs, String medium, int capacity, long creditBytes) {
        /** There is no link at present. */
        public static final long NONE = -1;
    }

    /** {@return the state in each session that is being read} */
    public List<State> states() {
        return sessions.stream().filter(session -> !session.image().isDone()).map(RemoteSession::state).toList();
    }

    List<RemoteSession> all() {
        return sessions;
    }

    Connectors connectors() {
        return connectors;
    }

    /** Requests the rest of a session. */
    Request resume(final RemoteSession session, final Boundary at) {
        return request(new Request.Resume(session.id(), at.position(), at.sequence()));
    }

    /**
     * Requests another session. If none existed before, a session is read from its first message.
     *
     * @param connector of the request, which also asks for sessions that other connectors have joined, to know that
     *     they are offered at its address
     * @param whole whether none existed before
     */
    Request another(final SubscriberConnector connector, final boolean whole) {
        return another(connector::offers, whole ? Start.at(0) : start.inUnknown());
    }

    private Request another(final LongPredicate isKnown, final Start.Point from) {
        final Set<Long> known = sessions.stream().map(RemoteSession::id).filter(isKnown::test)
                .collect(Collectors.toSet());
        finished.reversed().stream().limit(Request.MAX_KNOWN - known.size()).forEach(known::add);
        return request(new Request.Another(known, from));
    }

    private Request request(final Request.Target target) {
        return new Request(stream.name(), identity, target, settings.isFilling(identity.policy()));
    }

    @Override
    public Request request(final long session) {
        if (finished.contains(session)) {
            throw new BusException("the subscription has read this session to its end");
        }
        final RemoteSession known = find(session);
        return known == null || known.isConnected()
                ? another(id -> id != session, start.inUnknown()) // of a connected one: an offer ends its connection
                : resumeIfRead(known);
    }

    private Request resumeIfRead(final RemoteSession session) {
        if (session.resumption() == null) {
            throw new BusException("the subscription has not read all bytes of its last connection yet");
        }
        return resume(session, session.resumption());
    }

    @Override
    public UnsafeBuffer offered(final Request request, final Offer offer) {
        if (closing) {
            throw new BusException("the subscription is being closed");
        }
        checkRelay(offer.identity());
        final RemoteSession known = find(offer.identity().session());
        if (known != null && isRelay && offer.identity().hops() > known.memory().identity().hops()) {
            known.refuseFarther(listenerPatienceNs, nowNs);
            throw new BusException("its log is " + offer.identity().hops() + " relays after the publisher, and this"
                    + " relay is only " + (known.memory().identity().hops() + 1) + ": it may read this relay");
        }
        if (request.target() instanceof Request.Resume resume) {
            if (known == null || known.memory().identity().capacity() != offer.identity().capacity()
                    || known.memory().identity().timestamps() != offer.identity().timestamps()) {
                throw new BusException("it offers another session than the requested one");
            }
            if (known.isConnected()) {
                if (offer.position() == resume.position()) {
                    connectors.move(request, known);
                }
                throw new BusException("the subscription has another connection to this session");
            }
            if (identity.policy() == Policy.EVICT && offer.position() > resume.position()) {
                known.evict(offer);
                throw new BusException("the subscription has lost this session: "
                        + LossCause.LAPPED.description());
            }
            if (!known.accept(request, resume)) {
                throw new BusException("the subscription has another connection to this session");
            }
            return known.memory().ring();
        }
        final long session = offer.identity().session();
        if (known != null || isBeingJoined(session) || finished.contains(session)) { // maybe since the request
            connectors.found(request, session);
            if (known != null && connectors.waiting(request) == null) {
                known.end("its publisher has connected again");
                throw new BusException("the subscription ends its present connection to this session first");
            }
            throw new BusException("it offers a session that the subscription reads or has read");
        }
        if (sessions.size() >= MAX_SESSIONS) {
            makeRoom();
            throw new BusException("subscription " + identity.name() + " reads " + MAX_SESSIONS
                    + " sessions, which is the limit: shard the stream");
        }
        final Log memory = Log.image(stream.memory(offer.identity().session()), identity.process(), offer.identity());
        offered.put(request, memory);
        return memory.ring();
    }

    private void checkRelay(final LogIdentity offered) {
        if (offered.hops() > 0 && !relays.isEmpty() && !relays.contains(offered.relay())) {
            throw new BusException("the subscription does not accept relay \"" + offered.relay() + "\": it accepts "
                    + relays.stream().sorted().collect(Collectors.joining(", "))
                    + "; add its name, or use another address");
        }
    }

    /** Whether another connection is joining a session. */
    private boolean isBeingJoined(final long session) {
        return offered.values().stream().anyMatch(memory -> memory.identity().session() == session);
    }

    /**
     * Makes room for the next attempt if all slots are used: the session with the longest absence of its publisher is
     * given up. A listening subscription never learns that a publisher is gone for good.
     */
    private void makeRoom() {
        sessions.stream().filter(RemoteSession::isAway).min(Comparator.comparingLong(RemoteSession::awaySinceNs))
                .ifPresent(
                        session -> session.image().publisherLost(LossCause.GIVEN_UP,
                                LossCause.GIVEN_UP.description() + ": there are " + MAX_SESSIONS));
    }

    @Override
    public void joined(final Request request, final Offer offer, final ImageLink link) {
        final Log memory = offered.remove(request);
        if (memory != null) {
            begin(memory, offer, link, isStartFree(request.target()) ? null : offer.gap());
        } else {
            find(offer.identity().session()).attach(link, offer);
        }
        final RemoteSession session = find(offer.identity().session());
        session.offered(offer);
        handover.notifyOfRefusal(session.watched(), settings.listener());
        connectors.joined(request, offer.identity().session());
    }

    /** Whether the request needs no message that may be overwritten before the first push. */
    private static boolean isStartFree(final Request.Target target) {
        return target instanceof Request.Another another && !(another.start() instanceof Start.At);
    }

    private void begin(final Log memory, final Offer offer, final ImageLink link, final GapCause gap) {
        final RemoteSubscriberPosition subscriberPosition = new RemoteSubscriberPosition(
                new RemoteSubscriberPosition.Attachment(link,
                        new Boundary(offer.position(), offer.sequence()), gap),
                identity.policy());
        final Image image = new RemoteImage(memory, subscriberPosition, offer, settings);
        final WatchedSession watched = new WatchedSession(image, () -> true,
                new HeartbeatMonitor(heartbeatTimeoutNs, nowNs), handover::wake);
        restarts.precede(image, sessions.stream().map(RemoteSession::watched).toList());
        sessions.add(new RemoteSession(memory, subscriberPosition, watched,
                new HistoryMemory(memory, subscriberPosition, identity.process(), settings.errorHandler()), link));
        if (closing) {
            link.end("the subscription was closed");
        }
        handover.add(image);
    }

    @Override
    public void failed(final Request request, final Failure failure, final String cause) {
        final Log memory = offered.remove(request);
        if (memory != null) {
            memory.close();
        }
        final SubscriberConnector connector = connectors.waiting(request);
        final boolean isProbe = connector != null && connector.isProbing();
        if (request.target() instanceof Request.Resume resume) {
            final RemoteSession session = find(resume.session());
            if (session != null) {
                session.drop(request);
            }
            if (isProbe) {
                connector.probed(resume.session(), failure);
            } else if (session != null) {
                failedToResume(request, session, failure, cause);
            }
        }
        if (connector != null && !isProbe) {
            report(connector, request, failure, cause);
        }
    }

    private void failedToResume(final Request request, final RemoteSession session, final Failure failure,
            final String cause) {
        if (!session.isGone(failure, listenerPatienceNs, nowNs)) {
            connectors.failedToResume(request, session.id());
        } else if (connectors.isLostBy(request, session.id())) {
            session.image().publisherLost(LossCause.GONE, LossCause.GONE.description() + ": " + cause);
        }
    }

    private void report(final SubscriberConnector one, final Request request, final Failure failure,
            final String cause) {
        final boolean isAnother = request.target() instanceof Request.Another;
        final boolean isNone = failure == Failure.NO_SESSION || failure == Failure.NO_LISTENER && isAnother;
        final boolean noOther = isNone && isAnother && sessions.stream().anyMatch(RemoteSession::isConnected);
        if (failure == Failure.GONE || noOther || isEvicted(request) || one.hasFound()) {
            one.expectedFailure(noOther);
        } else {
            one.failed(isNone, cause);
        }
    }

    private boolean isEvicted(final Request request) {
        return request.target() instanceof Request.Resume resume && find(resume.session()) != null
                && find(resume.session()).image().isEvicted();
    }

    private RemoteSession find(final long session) {
        return sessions.stream().filter(one -> one.id() == session).findFirst().orElse(null);
    }

    private void leave(final Image image) {
        final RemoteSession session = find(image.session().id());
        session.leave();
        if (image.isContinued()) {
            return; // a relay joins it again
        }
        restarts.remember(session.watched());
        finished.addLast(session.id());
        if (image.isEvicted()) {
            evictions.addLast(session.id());
        }
        evictions.forEach(finished::addLast); // forgotten last
        if (finished.size() > Request.MAX_KNOWN) {
            evictions.remove(finished.removeFirst());
        }
    }

    @Override
    public void closing() {
        closing = true;
        transport.forget(this);
        offered.values().forEach(Log::close);
        offered.clear();
    }

    @Override
    public void close() {
        handover.drainAll(this::leave);
        sessions.forEach(RemoteSession::leave);
    }

    /** Releases the receive poller, after everything is closed. */
    public void release() {
        threads.giveBack(transport, thread, receivePoller);
    }

    /** {@return whether no peer writes to memory of this process any more; duty cycles lead to it} */
    public boolean isClosed() {
        return closing && sessions.isEmpty();
    }
}
