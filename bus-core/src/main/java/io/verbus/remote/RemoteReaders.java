package io.verbus.remote;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.conductor.Duty;
import io.verbus.conductor.Pace;
import io.verbus.conductor.ReaderSettings;
import io.verbus.log.Boundary;
import io.verbus.log.Holdback;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import io.verbus.log.LogIdentity;
import io.verbus.log.LogLayout;
import io.verbus.log.LogWriter;
import io.verbus.peer.Refusal;
import io.verbus.peer.Subscriber;
import io.verbus.position.SubscriptionIdentity;
import io.verbus.transport.LogEnd;
import io.verbus.transport.LogLink;
import io.verbus.transport.Offer;
import io.verbus.transport.Request;
import io.verbus.transport.Transport;
import io.verbus.watch.Pulse;
import io.verbus.watch.SignOfLife;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The subscriptions on other hosts that read one publication's log: answers those that ask, pushes to those that have
 * joined, lets go of those that left, stood still for too long, or did not come back, and tells the publication's
 * listener.
 *
 * <p>Two clocks, never mixed, as for readers on this host: silence is only reported; eviction follows from holding up a
 * claim without progress. A {@link Policy#BLOCK} subscription whose connection ends may come back within the
 * progress time-out, and finds the log where it left it.
 *
 * <p>Everything is the conductor's, except {@link #push()}, {@link #lowest()} and {@link #noteHoldUps}, which the
 * publisher's thread calls.
 */
public final class RemoteReaders implements Duty, Holdback, LogEnd {
    private static final String CLOSED = "the publication was closed";
    private static final RemoteReader[] NO_READERS = {};
    /** So many beats are missed before somebody is silent. More of them cost latency: each is a write. */
    static final int BEATS_A_TIMEOUT = 8;
    /** Evicted subscriptions that are told why when they come back. */
    private static final int MAX_REMEMBERED = 64;
    private final Log log;
    private final ReaderSettings settings;
    private final Transport transport;
    private final Pulse heart;
    private final List<Outgoing> outgoing = new ArrayList<>();
    private final Map<Long, RemoteReader> known = new LinkedHashMap<>();
    /** Offers that have not come to anything yet, with what was refused. Nothing is held for them. */
    private final Map<Request, Refusal> offered = new ConcurrentHashMap<>();
    private final Epochs epochs = new Epochs();
    private final LinkedHashSet<Long> evicted = new LinkedHashSet<>();
    private LogWriter writer;
    private Beginnings beginnings;
    private long refusedClaims;
    private boolean closing;
    private long nowNs;
    /** Replaced, never changed. */
    private volatile RemoteReader[] held = NO_READERS;

    /**
     * For a new log.
     *
     * @param log of the publication, writable
     * @param settings how to deal with readers
     * @param transport to meet them by
     */
    public RemoteReaders(final Log log, final ReaderSettings settings, final Transport transport) {
        this.log = log;
        this.settings = settings;
        this.transport = transport;
        this.heart = new Pulse(settings.heartbeatTimeoutNs() / BEATS_A_TIMEOUT);
    }

    /**
     * Tells whose position and waits to look at, and meets subscriptions from now on.
     *
     * @param newWriter of the log
     * @param endpoints where
     * @throws BusException if one of them can't be used
     */
    public void open(final LogWriter newWriter, final List<Endpoint> endpoints) {
        writer = newWriter;
        beginnings = new Beginnings(log, newWriter);
        for (final Endpoint endpoint : endpoints) {
            if (endpoint.listens()) {
                transport.listen(endpoint.uri(), this);
            } else {
                outgoing.add(new Outgoing(this, transport, endpoint.uri(), settings.errorHandler()));
            }
        }
    }

    /** Pushes what is committed into every image, as far as each can take it. By the publisher's thread. */
    public void push() {
        epochs.push(writer.position());
    }

    @Override
    public long lowest() {
        long lowest = epochs.lowest(); // takes credit in
        for (final RemoteReader reader : held) {
            lowest = Math.min(lowest, reader.lowest());
        }
        return lowest;
    }

    /**
     * Notes who stands in the way of a claim that was refused. By the publisher's thread.
     *
     * @param isFirst whether the claim was not refused before
     * @param moreNs since it was refused last
     */
    public void noteHoldUps(final boolean isFirst, final long moreNs) {
        final long awaited = writer.awaited();
        for (final RemoteReader reader : held) {
            reader.noteHoldUp(awaited, isFirst, moreNs);
        }
    }

    @Override
    public int doWork(final long newNowNs) {
        nowNs = newNowNs;
        final boolean isClaimRefused = refusedClaims != writer.refusedClaims();
        refusedClaims = writer.refusedClaims();
        final boolean beats = heart.isDue(newNowNs);
        final int work = epochs.turn(beats);
        for (final RemoteReader reader : List.copyOf(known.values())) {
            attend(reader, isClaimRefused);
            reader.holdUp().show();
        }
        outgoing.forEach(dialling -> dialling.doWork(newNowNs));
        return work;
    }

    /**
     * Urgent is what is to be pushed as soon as there is credit for it, to somebody who may give it. What is committed
     * and not flushed yet is not: who commits in batches always has some, and it waits for the duty cycle.
     */
    @Override
    public Pace pace() {
        for (final RemoteReader reader : known.values()) {
            if (reader.cursor() != null && reader.cursor().isOwed() && !reader.isSilent()) {
                return Pace.URGENT;
            }
        }
        return Pace.USUAL;
    }

    /** {@return the subscriptions on other hosts that read this log, or have a claim on it} */
    public List<Subscriber> describe() {
        return known.values().stream().map(reader -> reader.describe(writer.position())).toList();
    }

    /** {@return how many there are} */
    public int count() {
        return known.size();
    }

    /**
     * Whether the log is needed by a subscription that is there or joining.
     *
     * @return true while something is to be pushed, is under way, or may be fetched by one that fills its gaps
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

    /** Ends all epochs; {@link #isClosed()} tells when the log is not read any more. */
    public void close() {
        closing = true;
        transport.forget(this);
        outgoing.forEach(Outgoing::close);
        for (final RemoteReader reader : List.copyOf(known.values())) {
            retire(reader, "the publication was closed");
        }
    }

    /** {@return whether nobody reads the log any more, so that it may be unmapped} */
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
                evicted.contains(request.subscriber().id())).refused(refusal(request.subscriber()));
        offered.put(request, offer.refusal());
        return offer;
    }

    /** Why a subscription is not waited for, if that is its policy. One that is waited for already keeps its place. */
    private Refusal refusal(final SubscriptionIdentity subscription) {
        final RemoteReader before = known.get(subscription.id());
        if (subscription.policy() != Policy.BLOCK || before != null && before.isBlocking()) {
            return Refusal.NONE;
        }
        final Refusal refusal = settings.terms().refusalOf(subscription.name());
        final boolean full = known.values().stream().filter(RemoteReader::isBlocking)
                .count() >= LogLayout.MAX_READERS;
        return refusal == Refusal.NONE && full ? Refusal.LIMIT : refusal;
    }

    /** The reader whose session a request continues; null if it begins one. */
    private RemoteReader resuming(final Request request) {
        return request.wish() instanceof Request.Resume ? known.get(request.subscriber().id()) : null;
    }

    @Override
    public void joined(final Request request, final LogLink link) {
        final Refusal refusal = offered.remove(request);
        final long id = request.subscriber().id();
        final boolean isLate = refusal == Refusal.NONE && refusal(request.subscriber()) != Refusal.NONE;
        if (closing || isLate) {
            link.end(closing ? CLOSED : "the publisher would have waited for it, and can't any more: connect again");
            epochs.close(link);
            return;
        }
        if (known.containsKey(id) && known.get(id).cursor() != null) { // whatever it thinks of its old epoch
            disconnect(known.get(id), "the subscription has connected again");
        }
        final RemoteReader back = resuming(request);
        if (back == null && known.containsKey(id)) {
            retire(known.get(id), "the subscription has begun again");
        }
        final RemoteReader reader = back != null ? back : add(request.subscriber(), refusal);
        final Cursor cursor = new Cursor(link, log, writer, reader.policy(),
                hold(request, reader, link.consumed()));
        epochs.add(cursor);
        evicted.remove(id);
        reader.attach(cursor, request.history(), new SignOfLife(settings.heartbeatTimeoutNs(), nowNs), nowNs);
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
        final RemoteReader reader = new RemoteReader(subscription, settings, refusal);
        known.put(subscription.id(), reader);
        held = known.values().toArray(RemoteReader[]::new);
        return reader;
    }

    /**
     * Holds the log for a reader whose image is there, and then looks whether it still has what is held: from the offer
     * on, or else from where the reader can begin now. Nothing is held before, so a peer that stops during the
     * handshake delays no claim.
     *
     * @return where the image begins; null if that is where it was offered
     */
    private Boundary hold(final Request request, final RemoteReader reader, final long offeredAt) {
        if (!reader.isBlocking()) {
            return null; // the cursor jumps when it is too far behind
        }
        final long mark = reader.lowest();
        Boundary start = null;
        long position = offeredAt;
        while (!reader.hold(position, mark, beginnings)) {
            final Offer now = beginnings.offer(request, mark, evicted.contains(reader.identity().id()));
            start = new Boundary(now.position(), now.sequence());
            position = now.position();
        }
        return start;
    }

    @Override
    public void dropped(final Request request, final String cause) {
        offered.remove(request);
    }

    @Override
    public void failed(final URI to, final String cause) {
        throw new AssertionError("nobody connects for this end");
    }

    private void attend(final RemoteReader reader, final boolean isClaimRefused) {
        final Cursor cursor = reader.cursor();
        if (cursor == null) {
            attendAbsent(reader, isClaimRefused);
            return;
        }
        final String ended = cursor.link().endedBy();
        if (cursor.link().isLeft()) { // looked at behind the end, which it may have brought about
            if (cursor.hasFallenBehind()) {
                evict(reader, ReaderSettings.GONE_PAST);
            } else {
                retire(reader, "it was closed");
            }
            return;
        }
        if (ended != null) {
            disconnect(reader, ended);
            return;
        }
        if (reader.isSilenceNews(nowNs)) {
            if (reader.isSilent()) {
                settings.listener().onSilent(reader.describe(writer.position()));
            } else {
                settings.listener().onBack(reader.describe(writer.position()));
            }
        }
        reconsider(reader);
        reader.look(Horizon.of(log.header()), writer.position());
        if (reader.isBlocking()) {
            evictIfStuck(reader, isClaimRefused);
        } else if (cursor.hasFallenBehind()) {
            evict(reader, ReaderSettings.GONE_PAST);
        } else if (isClaimRefused && cursor.link().unfinished() < writer.awaited()) {
            disconnect(reader, "it stalled: writes to it were still under way when the publisher came round the log");
        }
    }

    /** Disconnected, and waited for. */
    private void attendAbsent(final RemoteReader reader, final boolean isClaimRefused) {
        if (nowNs - reader.disconnectedNs() > settings.progressTimeoutNs()) {
            retire(reader, "it did not come back within " + settings.progressTimeoutNs() / 1_000_000 + " ms");
        } else {
            reader.look(Horizon.of(log.header()), writer.position());
            evictIfStuck(reader, isClaimRefused);
        }
    }

    /** The cause of a refusal may have passed. */
    private void reconsider(final RemoteReader reader) {
        if (reader.refusal() != Refusal.NONE && refusal(reader.identity()) == Refusal.NONE
                && reader.accept(beginnings)) {
            reader.progress().begin(nowNs);
        }
    }

    private void evictIfStuck(final RemoteReader reader, final boolean isClaimRefused) {
        if (reader.progress().isStuck(reader.lowest(), writer.awaited(), nowNs) && isClaimRefused) {
            remember(reader.identity().id());
            evict(reader, "it held up its publisher and read nothing for " + settings.progressTimeoutNs() / 1_000_000
                    + " ms: it is not waited for any more");
        } else if (isClaimRefused && reader.lowest() < writer.awaited() && reader.isOverdrawn()) {
            remember(reader.identity().id());
            evict(reader, "it held up its publisher and has never read since it joined for "
                    + settings.terms().firstReadNs() / 1_000_000 + " ms: it is not waited for any more");
        }
    }

    private void evict(final RemoteReader reader, final String cause) {
        final Subscriber subscriber = reader.describe(writer.position());
        end(reader, cause); // before the log is let go of: nothing of the next lap is pushed
        forget(reader);
        settings.listener().onEvicted(subscriber, cause);
    }

    private void remember(final long subscription) {
        evicted.addLast(subscription);
        if (evicted.size() > MAX_REMEMBERED) {
            evicted.removeFirst();
        }
    }

    /** The epoch is over. Who is waited for may come back. */
    private void disconnect(final RemoteReader reader, final String cause) {
        end(reader, cause);
        if (!reader.isBlocking()) {
            retire(reader, cause);
            return;
        }
        reader.detach(nowNs);
        settings.listener().onDisconnected(reader.describe(writer.position()), cause);
    }

    private void retire(final RemoteReader reader, final String cause) {
        final Subscriber subscriber = reader.describe(writer.position());
        end(reader, cause);
        forget(reader);
        settings.listener().onLeft(subscriber, cause);
    }

    private static void end(final RemoteReader reader, final String cause) {
        final Cursor cursor = reader.cursor();
        if (cursor != null) {
            cursor.link().end(cause);
        }
    }

    private void forget(final RemoteReader reader) {
        known.remove(reader.identity().id(), reader);
        reader.holdUp().close();
        held = known.values().toArray(RemoteReader[]::new);
    }
}
