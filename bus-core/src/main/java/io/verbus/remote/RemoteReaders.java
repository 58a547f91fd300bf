package io.verbus.remote;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.conductor.Duty;
import io.verbus.conductor.Pace;
import io.verbus.conductor.ReaderSettings;
import io.verbus.log.Holdback;
import io.verbus.log.Log;
import io.verbus.log.LogIdentity;
import io.verbus.log.LogLayout;
import io.verbus.log.LogWriter;
import io.verbus.peer.Subscriber;
import io.verbus.transport.LogEnd;
import io.verbus.transport.LogLink;
import io.verbus.transport.Offer;
import io.verbus.transport.Request;
import io.verbus.transport.Transport;
import io.verbus.watch.Progress;
import io.verbus.watch.Pulse;
import io.verbus.watch.SignOfLife;
import java.lang.invoke.VarHandle;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
    private static final Cursor[] NO_CURSORS = {};
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
    /** Links of readers that joined too late; closed when the device has let go of the log. */
    private final List<LogLink> unclaimed = new ArrayList<>();
    private final LinkedHashSet<Long> evicted = new LinkedHashSet<>();
    private final UnjoinedHolds unjoined = new UnjoinedHolds();
    private LogWriter writer;
    private Beginnings beginnings;
    private long refusedClaims;
    private boolean closing;
    private long nowNs;
    /** Replaced, never changed. Those that have ended stay until the device has let go of the log. */
    private volatile Cursor[] cursors = NO_CURSORS;
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
        final long newest = writer.position();
        for (final Cursor cursor : cursors) {
            cursor.push(newest);
        }
    }

    @Override
    public long lowest() {
        long lowest = Long.MAX_VALUE;
        for (final Cursor cursor : cursors) {
            lowest = Math.min(lowest, cursor.lowest()); // takes credit in
        }
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
        unjoined.watch(known.values(), isClaimRefused ? writer.awaited() : 0, newNowNs);
        int work = closeUnclaimed();
        for (final Cursor cursor : cursors) {
            cursor.turn(beats);
            work += close(cursor);
        }
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
        return known.values().stream().filter(RemoteReader::isJoined)
                .map(reader -> reader.describe(writer.position())).toList();
    }

    /** {@return how many there are} */
    public int count() {
        return (int) known.values().stream().filter(RemoteReader::isJoined).count();
    }

    /**
     * Whether the log is needed by a subscription that is there or joining.
     *
     * @return true while something is to be pushed, is under way, or may be fetched by one that fills its gaps
     */
    public boolean isUnderWay() {
        for (final RemoteReader reader : held) {
            if (!reader.isJoined() || reader.isFetching(writer.position())) {
                return true;
            }
        }
        for (final Cursor cursor : cursors) {
            if (cursor.link().endedBy() == null
                    && (cursor.isBehind() || cursor.link().unfinished() != Long.MAX_VALUE)) {
                return true;
            }
        }
        return false;
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
        return closing && cursors.length == 0 && unclaimed.isEmpty();
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
            throw new BusException("the publication is being closed");
        }
        final long id = request.subscriber().id();
        if (known.containsKey(id) && known.get(id).cursor() != null) { // whatever it thinks of its old epoch
            disconnect(known.get(id), "the subscription has connected anew");
        }
        final RemoteReader before = known.get(id);
        if (before != null && before.isJoined() && request.wish() instanceof Request.Resume) {
            return place(request, before, before.lowest());
        }
        if (before == null && request.subscriber().policy() == Policy.BLOCK
                && known.values().stream().filter(RemoteReader::isBlocking).count() >= LogLayout.MAX_READERS) {
            throw new BusException("the publication has " + LogLayout.MAX_READERS + " BLOCK subscriptions on other"
                    + " hosts already, which is the most it waits for: use another policy");
        }
        if (before != null) {
            retire(before, "the subscription has begun anew");
        }
        return place(request, new RemoteReader(request.subscriber(), new Progress(settings.progressTimeoutNs()),
                settings.holdUp(request.subscriber())), Long.MAX_VALUE);
    }

    /**
     * Chooses where to begin, and holds the log there before it looks whether that is still in the log. When the holds
     * of readers that have not joined have used up their share, the log is not held before the reader joins.
     *
     * @param mark where the log has been held for this reader all the time
     */
    private Offer place(final Request request, final RemoteReader reader, final long mark) {
        known.put(request.subscriber().id(), reader);
        held = known.values().toArray(RemoteReader[]::new);
        final boolean isHeld = reader.isBlocking() && (reader.isJoined() || unjoined.mayHold(nowNs));
        Offer offer;
        do {
            offer = switch (request.wish()) {
                case Request.Another another -> beginnings.begin(another.start(), request.subscriber().policy());
                case Request.Resume resume -> beginnings.resume(resume, request.subscriber(), mark,
                        evicted.contains(request.subscriber().id()));
            };
            reader.hold(isHeld ? Math.min(offer.position(), mark) : RemoteReader.NOWHERE);
            VarHandle.fullFence(); // SYNC promise: pairs with the fence in LogWriter
        } while (isHeld && beginnings.isLost(offer.position(), mark));
        reader.hold(isHeld ? offer.position() : RemoteReader.NOWHERE);
        reader.progress().begin(nowNs);
        return offer;
    }

    @Override
    public void joined(final Request request, final LogLink link) {
        final RemoteReader reader = known.get(request.subscriber().id());
        if (closing || reader == null) {
            link.end("the publication was closed");
        }
        if (reader != null && reader.isLetGo() && !holdAgain(reader, link)) {
            link.end("the publisher has gone past the offered position during the handshake: ask again");
            forget(reader);
            unclaimed.add(link);
            return;
        }
        final Cursor cursor = new Cursor(link, log, writer, request.subscriber().policy(), link.consumed());
        add(cursor);
        if (reader == null) {
            return;
        }
        evicted.remove(request.subscriber().id());
        end(reader, "the subscription has connected anew"); // two handshakes were under way
        final boolean back = reader.isJoined();
        reader.attach(cursor, request.history(), new SignOfLife(settings.heartbeatTimeoutNs(), nowNs), nowNs);
        reader.joined();
        if (back) {
            settings.listener().onBack(reader.describe(writer.position()));
        } else {
            settings.listener().onJoined(reader.describe(writer.position()));
        }
    }

    /** Holds the log where the image of a reader begins; false if the publisher has gone past that, or is about to. */
    private boolean holdAgain(final RemoteReader reader, final LogLink link) {
        reader.hold(link.consumed());
        VarHandle.fullFence(); // SYNC promise: pairs with the fence in LogWriter
        return !beginnings.isLost(link.consumed(), Long.MAX_VALUE);
    }

    @Override
    public void dropped(final Request request, final String cause) {
        final RemoteReader reader = known.get(request.subscriber().id());
        if (reader != null && !reader.isJoined()) {
            forget(reader);
        }
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
        if (reader.isBlocking()) {
            evictIfStuck(reader, isClaimRefused);
        } else if (cursor.hasFallenBehind()) {
            evict(reader, ReaderSettings.GONE_PAST);
        } else if (isClaimRefused && cursor.link().unfinished() < writer.awaited()) {
            disconnect(reader, "it stalled: writes to it were still under way when the publisher came round the log");
        }
    }

    /** Offered, and not joined yet; or disconnected, and waited for. */
    private void attendAbsent(final RemoteReader reader, final boolean isClaimRefused) {
        if (!reader.isJoined()) {
            return;
        }
        if (nowNs - reader.disconnectedNs() > settings.progressTimeoutNs()) {
            retire(reader, "it did not come back within " + settings.progressTimeoutNs() / 1_000_000 + " ms");
        } else {
            evictIfStuck(reader, isClaimRefused);
        }
    }

    private void evictIfStuck(final RemoteReader reader, final boolean isClaimRefused) {
        if (reader.progress().isStuck(reader.lowest(), writer.awaited(), nowNs) && isClaimRefused) {
            remember(reader.identity().id());
            evict(reader, "it held up its publisher and read nothing for " + settings.progressTimeoutNs() / 1_000_000
                    + " ms: it is not waited for any more");
        }
    }

    private void evict(final RemoteReader reader, final String cause) {
        final Subscriber who = reader.describe(writer.position());
        end(reader, cause); // before the log is let go of: nothing of the next lap is pushed
        forget(reader);
        settings.listener().onEvicted(who, cause);
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
        final Subscriber who = reader.describe(writer.position());
        end(reader, cause);
        forget(reader);
        if (reader.isJoined()) {
            settings.listener().onLeft(who, cause);
        }
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

    private void add(final Cursor cursor) {
        final List<Cursor> more = new ArrayList<>(List.of(cursors));
        more.add(cursor);
        cursors = more.toArray(Cursor[]::new);
    }

    private int closeUnclaimed() {
        final List<LogLink> released = unclaimed.stream().filter(LogLink::isReleased).toList();
        unclaimed.removeAll(released);
        released.forEach(LogLink::close);
        return released.size();
    }

    /** Gives up what has ended, once the device has let go of the log and the publisher's thread of the cursor. */
    private int close(final Cursor cursor) {
        if (cursor.link().endedBy() == null || !cursor.link().isReleased() || !cursor.tryRetire()) {
            return 0;
        }
        final List<Cursor> rest = new ArrayList<>(List.of(cursors));
        rest.remove(cursor);
        cursors = rest.toArray(Cursor[]::new);
        cursor.link().close();
        return 1;
    }
}
