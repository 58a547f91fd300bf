package io.verbus.internal.publisher;

import io.verbus.BusException;
import io.verbus.DepartureCause;
import io.verbus.Endpoint;
import io.verbus.EvictionCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Subscriber;
import io.verbus.internal.conductor.HeartbeatMonitor;
import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.GatingPositions;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.peer.PeerTimes;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.LogLink;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.spi.Transport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The subscriptions on other hosts that read one publication's log: responds to their requests, pushes to those that
 * have joined, releases those that left, made no progress for too long, or did not reconnect, and reports to the
 * publication's listener.
 *
 * <p>A {@link Policy#BLOCK} subscription keeps its gating position after its connection ends, during the progress
 * timeout, and may reconnect.
 *
 * <p>Used by the conductor, except {@link #push()}, {@link #lowest()} and {@link #attributeRefusal}, which the
 * publisher's thread calls.
 */
public final class RemoteReaders implements Duty, GatingPositions, LogAcceptor {
    private static final String CLOSED = DepartureCause.PUBLICATION_CLOSED.description();
    private static final RemoteReader[] NO_READERS = {};
    /** Number of evicted subscriptions that get the cause when they reconnect, and of released ones with epochs. */
    private static final int MAX_REMEMBERED = 64;
    private final Log log;
    private final ReaderSettings settings;
    private final Transport transport;
    private final Runnable wake;
    private final IntervalTimer heartbeatTimer;
    private final List<PublisherConnector> outgoing = new ArrayList<>();
    private final Map<Long, RemoteReader> known = new LinkedHashMap<>();
    /** Offers in progress, with their refusals. Nothing gates the log for them. */
    private final Map<Request, Refusal> offered = new ConcurrentHashMap<>();
    private final LinkedHashSet<Long> evicted = new LinkedHashSet<>();
    /** Numbers of epochs of released subscriptions, which may connect again; the oldest are forgotten. */
    private final Map<Long, Long> earlierEpochs = new LinkedHashMap<>();
    private Pushers pushers;
    private Epochs epochs;
    private LogWriter writer;
    private StartPositions beginnings;
    private long refusedClaims;
    private boolean closing;
    private long nowNs;
    /** Replaced, never modified. */
    private volatile RemoteReader[] held = NO_READERS;

    /**
     * Creates the readers of a new log.
     *
     * @param log of the publication, writable
     * @param settings for readers
     * @param transport to connect by
     * @param wake wakes the conductor; any thread
     */
    public RemoteReaders(final Log log, final ReaderSettings settings, final Transport transport,
            final Runnable wake) {
        this.wake = wake;
        this.log = log;
        this.settings = settings;
        this.transport = transport;
        this.heartbeatTimer = new IntervalTimer(settings.heartbeatTimeoutNs() / PeerTimes.HEARTBEATS_PER_TIMEOUT);
    }

    /**
     * Sets the writer, for its position and refused claims, and starts to connect.
     *
     * @param newWriter of the log
     * @param endpoints of the publication
     * @param cursorPushers that push in place of the publisher's thread; empty for none
     * @param standby that pushes in turns with it if pushes take long, and there are no others; null for none
     * @throws BusException if an endpoint cannot be used
     */
    public void open(final LogWriter newWriter, final List<Endpoint> endpoints,
            final List<CursorPusher> cursorPushers, final StandbyPusher standby) {
        pushers = new Pushers(cursorPushers, settings.heartbeatTimeoutNs(), settings.errorHandler());
        epochs = new Epochs(pushers, standby != null && transport.pushesBySystemCall() ? standby : null);
        writer = newWriter;
        beginnings = new StartPositions(log, newWriter);
        for (final Endpoint endpoint : endpoints) {
            if (endpoint.listens()) {
                transport.listen(endpoint.uri(), this);
            } else {
                outgoing.add(new PublisherConnector(this, transport, endpoint.uri(), outgoing.size(),
                        settings.errorHandler()));
            }
        }
    }

    /** Pushes the commits into every image, as far as credit allows, unless pushers do. By the publisher's thread. */
    public void push() {
        epochs.push(writer.position());
    }

    @Override
    public long lowest() {
        long lowest = epochs.lowest(); // also receives credit
        for (final RemoteReader reader : held) {
            lowest = Math.min(lowest, reader.lowest());
        }
        return lowest;
    }

    /**
     * Attributes a refused claim to the readers that cause it. By the publisher's thread.
     *
     * @param isFirst whether the claim was not refused before
     * @param additionalNs time since its last refusal
     */
    public void attributeRefusal(final boolean isFirst, final long additionalNs) {
        final long awaited = writer.awaited();
        for (final RemoteReader reader : held) {
            reader.attributeRefusal(awaited, isFirst, additionalNs);
        }
    }

    @Override
    public int doWork(final long newNowNs) {
        nowNs = newNowNs;
        final boolean isClaimRefused = refusedClaims != writer.refusedClaims();
        refusedClaims = writer.refusedClaims();
        final boolean isHeartbeatDue = heartbeatTimer.isDue(newNowNs);
        pushers.check(newNowNs);
        final int work = epochs.runCycle(isHeartbeatDue);
        for (final RemoteReader reader : List.copyOf(known.values())) {
            check(reader, isClaimRefused);
            reader.backPressure().show();
        }
        outgoing.forEach(connector -> connector.doWork(newNowNs));
        return work;
    }

    /**
     * Pressing while requested bytes wait for the credit of a subscriber that is not silent. Unflushed commits are not:
     * a publisher that commits in batches always has some, and they wait for the duty cycle.
     */
    @Override
    public DutyCyclePace pace() {
        for (final RemoteReader reader : known.values()) {
            if (reader.cursor() != null && reader.cursor().isPushDue() && !reader.isSilent()) {
                return DutyCyclePace.PRESSING;
            }
        }
        return DutyCyclePace.USUAL;
    }

    /** {@return the subscriptions on other hosts that read this log, or may resume it} */
    public List<Subscriber> describe() {
        return known.values().stream().map(reader -> reader.describe(writer.position())).toList();
    }

    /**
     * A connection to a subscription on another host.
     *
     * @param reader the subscription
     * @param epochs so far
     * @param creditBytes that could be pushed at the end of the last duty cycle; {@link #NONE} without a link
     * @param medium of the last link, for operators
     */
    public record Connection(Subscriber reader, long epochs, long creditBytes, String medium) {
        /** There is no link at present. */
        public static final long NONE = -1;
    }

    /** {@return the connections of the subscriptions that {@link #describe} returns} */
    public List<Connection> connections() {
        return known.values().stream().map(reader -> reader.connection(writer.position())).toList();
    }

    /**
     * The position that one of them has consumed.
     *
     * @param subscription its id
     * @return the position; 0 for an unknown subscription
     */
    public long consumed(final long subscription) {
        final RemoteReader reader = known.get(subscription);
        return reader == null ? 0 : reader.consumed();
    }

    /** {@return the number of these subscriptions} */
    public int count() {
        return known.size();
    }

    /**
     * Whether a present or joining subscription needs the log.
     *
     * @return true while something is unpushed or unfinished, or may be fetched under repair
     */
    public boolean isUnderWay() {
        if (!offered.isEmpty()) {
            return true;
        }
        for (final RemoteReader reader : held) {
            if (reader.isFetching(writer.position())) {
                return true;
            }
        }
        return epochs.areUnderWay();
    }

    /** Ends all epochs; {@link #isClosed()} returns true once the log is no longer read. */
    public void close() {
        closing = true;
        transport.forget(this);
        outgoing.forEach(PublisherConnector::close);
        for (final RemoteReader reader : List.copyOf(known.values())) {
            retire(reader, DepartureCause.PUBLICATION_CLOSED, CLOSED);
        }
    }

    /** {@return whether the log is no longer read, so that it may be unmapped} */
    public boolean isClosed() {
        return closing && epochs.areClosed();
    }

    @Override
    public LogIdentity identity() {
        return log.identity();
    }

    @Override
    public UnsafeBuffer ring() {
        return log.ring();
    }

    @Override
    public UnsafeBuffer file() {
        return log.whole();
    }

    @Override
    public Offer offer(final Request request) {
        if (closing) {
            throw new BusException(CLOSED);
        }
        final RemoteReader resuming = resuming(request);
        final Offer offer = beginnings.offer(request, resuming == null ? RemoteReader.NOWHERE : resuming.lowest(),
                evicted.contains(request.subscriber().id())).refused(refusal(request));
        offered.put(request, offer.refusal());
        return offer;
    }

    /**
     * Why BLOCK of a request is not honoured. A stranger may block by a given name only, and may not take the place of
     * a subscription that blocks, whose id it may have read.
     */
    private Refusal refusal(final Request request) {
        final SubscriptionIdentity subscription = request.subscriber();
        if (!request.stranger() || settings.terms().allowStranger(subscription.name())) {
            return refusal(subscription);
        }
        final RemoteReader before = known.get(subscription.id());
        if (before != null && before.isBlocking()) {
            throw new BusException("subscription " + Long.toHexString(subscription.id()) + " has joined by a secret:"
                    + " connect with the same");
        }
        return subscription.policy() == Policy.BLOCK ? Refusal.NAME : Refusal.NONE;
    }

    /** Why BLOCK of a subscription is not honoured. A subscription that gates the publisher already is not refused. */
    private Refusal refusal(final SubscriptionIdentity subscription) {
        final RemoteReader before = known.get(subscription.id());
        if (subscription.policy() != Policy.BLOCK || before != null && before.isBlocking()) {
            return Refusal.NONE;
        }
        return settings.refusalOf(subscription.name(),
                known.values().stream().filter(RemoteReader::isBlocking).count() < LogLayout.MAX_READERS);
    }

    /** The reader that a request resumes; null if it starts. */
    private RemoteReader resuming(final Request request) {
        return request.target() instanceof Request.Resume ? known.get(request.subscriber().id()) : null;
    }

    @Override
    public void joined(final Request request, final LogLink link) {
        final Refusal refusal = offered.remove(request);
        final long id = request.subscriber().id();
        final boolean isLate = refusal == Refusal.NONE && refusal(request) != Refusal.NONE;
        if (closing || isLate) {
            link.end(closing ? CLOSED : "BLOCK can no longer be honoured as offered: connect again");
            epochs.close(link);
            return;
        }
        if (known.containsKey(id) && known.get(id).cursor() != null) { // also if the peer considers its old epoch open
            disconnect(known.get(id), DepartureCause.RECONNECTED, DepartureCause.RECONNECTED.description());
        }
        final RemoteReader back = resuming(request);
        if (back == null && known.containsKey(id)) {
            retire(known.get(id), DepartureCause.RECONNECTED, DepartureCause.RECONNECTED.description());
        }
        final RemoteReader reader = back != null ? back : add(request.subscriber(), refusal);
        final Cursor cursor = new Cursor(link, log, writer, reader.policy(),
                gate(request, reader, link.consumed()), wake);
        epochs.add(cursor);
        evicted.remove(id);
        reader.attach(cursor, request.history(), new HeartbeatMonitor(settings.heartbeatTimeoutNs(), nowNs), nowNs);
        if (back != null) {
            settings.listener().onBack(reader.describe(writer.position()));
        } else {
            settings.listener().onJoined(reader.describe(writer.position()));
        }
        if (reader.refusal() != Refusal.NONE) {
            settings.listener().onRefused(reader.describe(writer.position()));
        }
    }

    private RemoteReader add(final SubscriptionIdentity subscription, final Refusal refusal) {
        final Long earlier = earlierEpochs.remove(subscription.id());
        final RemoteReader reader = new RemoteReader(subscription, settings, refusal, earlier == null ? 0 : earlier);
        known.put(subscription.id(), reader);
        held = known.values().toArray(RemoteReader[]::new);
        return reader;
    }

    /**
     * Sets the gating position of a reader with a ready image, and then checks that the log still contains it: the
     * offered position, or else the present start. Nothing gates the log before, so a peer that stops during the
     * handshake blocks no claim.
     *
     * @return start of the image; null if it is the offered position
     */
    private Boundary gate(final Request request, final RemoteReader reader, final long offeredAt) {
        if (!reader.isBlocking()) {
            return null; // the cursor jumps if it lags too far
        }
        final long ownPosition = reader.lowest();
        Boundary start = null;
        long position = offeredAt;
        while (!reader.gate(position, ownPosition, beginnings)) {
            final Offer now = beginnings.offer(request, ownPosition, evicted.contains(reader.identity().id()));
            start = new Boundary(now.position(), now.sequence());
            position = now.position();
        }
        return start;
    }

    @Override
    public void dropped(final Request request, final String cause) {
        offered.remove(request);
    }

    private void check(final RemoteReader reader, final boolean isClaimRefused) {
        final Cursor cursor = reader.cursor();
        if (cursor == null) {
            checkDisconnected(reader, isClaimRefused);
            return;
        }
        final String ended = cursor.link().endedBy();
        if (cursor.link().isLeft()) { // after the end, which the leave may have caused
            if (cursor.isLapped()) {
                evict(reader, EvictionCause.LAPPED);
            } else {
                retire(reader, DepartureCause.CLOSED, "it was closed");
            }
            return;
        }
        if (ended != null) {
            disconnect(reader, DepartureCause.DISCONNECTED, ended);
            return;
        }
        if (reader.hasSilenceChanged(nowNs)) {
            if (reader.isSilent()) {
                settings.listener().onSilent(reader.describe(writer.position()));
            } else {
                settings.listener().onBack(reader.describe(writer.position()));
            }
        }
        honourIfPossible(reader);
        reader.update(Horizon.of(log.header()), writer.position());
        if (reader.isBlocking()) {
            evictIfStuck(reader, isClaimRefused);
        } else if (cursor.isLapped()) {
            evict(reader, EvictionCause.LAPPED);
        } else if (isClaimRefused && cursor.link().unfinished() < writer.awaited()) {
            disconnect(reader, DepartureCause.STALLED, DepartureCause.STALLED.description());
        }
    }

    /** A disconnected reader that gates the publisher. */
    private void checkDisconnected(final RemoteReader reader, final boolean isClaimRefused) {
        if (reader.isAbsent(nowNs)) {
            retire(reader, DepartureCause.ABSENT, DepartureCause.ABSENT.description() + " within "
                    + settings.progressTimeoutNs() / 1_000_000 + " ms");
        } else {
            reader.update(Horizon.of(log.header()), writer.position());
            evictIfStuck(reader, isClaimRefused);
        }
    }

    /** Honours BLOCK if the cause of the refusal has passed; that of a name does not. */
    private void honourIfPossible(final RemoteReader reader) {
        final boolean isPassing = reader.refusal() != Refusal.NONE && reader.refusal() != Refusal.NAME;
        if (isPassing && refusal(reader.identity()) == Refusal.NONE && reader.accept(beginnings)) {
            reader.progress().begin(nowNs);
        }
    }

    private void evictIfStuck(final RemoteReader reader, final boolean isClaimRefused) {
        final EvictionCause cause = reader.evictionCause(reader.lowest(), writer, isClaimRefused, nowNs);
        if (cause != null) {
            remember(reader.identity().id());
            evict(reader, cause);
        }
    }

    private void evict(final RemoteReader reader, final EvictionCause cause) {
        final Subscriber subscriber = reader.describe(writer.position());
        // Before the gating position is released: nothing of the next lap is pushed.
        end(reader, settings.describe(cause));
        forget(reader);
        settings.reportEvicted(subscriber, cause);
    }

    private void remember(final long subscription) {
        evicted.addLast(subscription);
        if (evicted.size() > MAX_REMEMBERED) {
            evicted.removeFirst();
        }
    }

    /** Ends an epoch. A reader that gates the publisher may reconnect. */
    private void disconnect(final RemoteReader reader, final DepartureCause cause, final String description) {
        end(reader, description);
        if (!reader.isBlocking()) {
            retire(reader, cause, description);
            return;
        }
        reader.detach(nowNs);
        settings.listener().onDisconnected(reader.describe(writer.position()), cause, description);
    }

    private void retire(final RemoteReader reader, final DepartureCause cause, final String description) {
        final Subscriber subscriber = reader.describe(writer.position());
        end(reader, description);
        forget(reader);
        settings.listener().onLeft(subscriber, cause, description);
    }

    /** Whether one of the first connectors has a connection to a subscription. */
    boolean isConnected(final long subscription, final int connectors) {
        return outgoing.subList(0, connectors).stream().anyMatch(one -> one.isConnected(subscription));
    }

    /** Whether one of the first connectors leads to a subscription. */
    boolean leadsElsewhere(final long subscription, final int connectors) {
        return outgoing.subList(0, connectors).stream().anyMatch(one -> one.leadsTo(subscription));
    }

    private static void end(final RemoteReader reader, final String cause) {
        final Cursor cursor = reader.cursor();
        if (cursor != null) {
            cursor.link().end(cause);
        }
    }

    private void forget(final RemoteReader reader) {
        reader.recordEnd();
        if (known.remove(reader.identity().id(), reader)) {
            earlierEpochs.put(reader.identity().id(), reader.epochs());
            if (earlierEpochs.size() > MAX_REMEMBERED) {
                earlierEpochs.remove(earlierEpochs.keySet().iterator().next());
            }
        }
        reader.backPressure().close();
        held = known.values().toArray(RemoteReader[]::new);
    }
}
