package io.verbus.relay;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.access.InternalViews;
import io.verbus.internal.access.Relaying;
import io.verbus.spi.LogIdentity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.Agent;

/**
 * Serves the sessions of a stream of other hosts again: on this host as ordinary logs, and at its endpoints to others.
 * A log of a relay has the session id, the positions, sequences and timestamps of its origin, so whatever reads the
 * origin reads the relay. A range that the relay did not get is a gap for its readers, with the cause {@link
 * io.verbus.GapCause#UPSTREAM}.
 *
 * <p>The subscription may name several addresses, of the publisher or of other relays of it: one is used at a time, and
 * when its connection ends, the relay resumes at another one.
 *
 * <p>Under {@link io.verbus.Policy#BLOCK} a reader that blocks the relay blocks the publisher; under any other policy
 * the relay is lapped instead, and its readers get gaps.
 *
 * <p>Used by one thread, which calls {@link #doWork()}; the subscription's listener is called by it. The other methods
 * are for that thread too.
 */
public final class Relay implements Agent, AutoCloseable {
    /** Relays in a row, unless another number is given. */
    public static final int DEFAULT_MAX_HOPS = 8;

    private static final int LIMIT = 1_024;
    private static final long REST_NS = 100_000;

    private final Bus bus;
    private final PublicationSettings to;
    private final String name;
    private final int maxHops;
    private final SessionListener listener;
    private final PollHandler handler = this::onFrame;
    private final Subscription subscription;
    private final Relaying.OfSubscription origins;
    private final Long2ObjectHashMap<RelayedSession> sessions = new Long2ObjectHashMap<>();
    /** Sessions that are over, or continue elsewhere, until their readers have read them. */
    private final List<RelayedSession> closing = new ArrayList<>();
    /** Sessions that cannot be continued: they are left after the poll. */
    private final List<Long> refused = new ArrayList<>();
    /** The session of the last frame; mostly that of the next one too. */
    private RelayedSession last;
    private long copied;
    private boolean closed;

    private Relay(final Bus bus, final SubscriptionSettings from, final PublicationSettings to, final int maxHops) {
        if (from.endpoints().isEmpty()) {
            throw new BusException("a relay of stream " + from.stream()
                    + " needs an address of its publisher: the sessions of this host need no relay here");
        }
        if (!from.stream().equals(to.stream())) {
            throw new BusException("a relay serves the stream that it reads, not " + to.stream() + " for "
                    + from.stream());
        }
        this.bus = bus;
        this.to = to;
        this.name = from.name();
        this.maxHops = Math.min(maxHops, LogIdentity.MAX_HOPS);
        this.listener = from.listener();
        this.subscription = (Subscription) InternalViews.of(Relaying.OfBus.class, bus)
                .subscribe(from.withStart(Start.oldest()).withRepair(Repair.REPAIR).withListener(this::onEvent));
        this.origins = InternalViews.of(Relaying.OfSubscription.class, subscription);
    }

    /**
     * Starts a relay.
     *
     * @param bus of this process; closed by the caller, after the relay
     * @param from how the relay reads: stream, endpoints, policy, name, by which subscriptions know the relay too. It
     *     starts with the oldest messages, and missing ones are fetched from the history of its publisher
     * @param to how it serves: endpoints, subscriptions that may block it, linger time, listener. Stream, publisher,
     *     capacity and timestamps are those of each session
     * @return the relay, to be closed
     * @throws BusException if the subscription has no endpoints, or they cannot be used
     */
    public static Relay open(final Bus bus, final SubscriptionSettings from, final PublicationSettings to) {
        return open(bus, from, to, DEFAULT_MAX_HOPS);
    }

    /**
     * Starts a relay of a tree of another depth.
     *
     * @param bus as above
     * @param from as above
     * @param to as above
     * @param maxHops relays that a session may pass, this one included: 1 to 255. Sessions that have passed more are
     *     left, and reported to the error handler of the bus
     * @return the relay, to be closed
     * @throws BusException as above
     */
    public static Relay open(final Bus bus, final SubscriptionSettings from, final PublicationSettings to,
            final int maxHops) {
        return new Relay(bus, from, to, maxHops);
    }

    /**
     * Copies the frames that have arrived, and takes the next steps of sessions that begin or end.
     *
     * @return the amount of work done
     */
    @Override
    public int doWork() {
        final int work = subscription.poll(handler, LIMIT);
        copied += work;
        for (final long session : refused) {
            subscription.leave(session);
        }
        refused.clear();
        return work + serve();
    }

    private int serve() {
        int work = 0;
        for (final RelayedSession session : sessions.values()) {
            work += session.doWork() ? 1 : 0;
        }
        closing.forEach(RelayedSession::doWork);
        closing.removeIf(RelayedSession::isClosed);
        return work;
    }

    private Action onFrame(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (last == null || last.id() != header.session()) {
            last = sessions.get(header.session());
        }
        try {
            return last != null && last.take(buffer, offset, header.position()) ? Action.TAKEN : Action.NOT_TAKEN;
        } catch (final BusException e) { // the frame does not continue the log
            refuse(header.session(), e);
            last.breakOff();
            closing.add(sessions.remove(header.session()));
            last = null;
            return Action.NOT_TAKEN;
        }
    }

    private void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(Session session, _) -> start(origins.identity(session.id()));
            case SessionEvent.Ended(Session session, _) ->
                over(session, served -> served.end(origins.next(session.id())));
            case final LostSession lost when lost.forGood() -> over(lost.session(), RelayedSession::breakOff);
            case final LostSession lost when lost.cause() == LossCause.RELAY_ENDED -> // it starts again
                over(lost.session(), RelayedSession::leave);
            case final LostSession lost -> silent(lost.session(), true);
            case SessionEvent.Back(Session session, _) -> silent(session, false);
            default -> {
                // the position of the next frame shows the missing range
            }
        }
        listener.onEvent(event);
    }

    private void silent(final Session session, final boolean isSilent) {
        final RelayedSession served = sessions.get(session.id());
        if (served != null) {
            served.silent(isSilent);
        }
    }

    private void start(final LogIdentity origin) {
        final long id = origin.session();
        if (origin.hops() < maxHops) {
            sessions.put(id, new RelayedSession(bus, to, name, origin, origins.next(id)));
        } else {
            refuse(id, new BusException("session " + Long.toHexString(id) + " of stream " + origin.stream()
                    + " has passed " + origin.hops() + " relays, and " + maxHops + " are allowed: connect nearer to the"
                    + " publisher, or allow more (--max-hops)"));
        }
    }

    /** Leaves a session that is not served any more. */
    private void refuse(final long session, final BusException cause) {
        bus.errorHandler().onError(cause);
        refused.add(session);
    }

    /** Ends the service of a session, if it is served. */
    private void over(final Session session, final Consumer<RelayedSession> how) {
        final RelayedSession served = sessions.get(session.id());
        if (served != null) {
            how.accept(served);
            sessions.remove(session.id());
            closing.add(served);
            last = null;
        }
    }

    /** {@return the sessions that are served at present, also those that wait for their readers after their end} */
    public Collection<Session> sessions() {
        return Stream.concat(sessions.values().stream(), closing.stream()).filter(RelayedSession::isOpen)
                .map(RelayedSession::session).toList();
    }

    /** {@return number of frames copied so far: one for each message that fits into one} */
    public long frames() {
        return copied;
    }

    @Override
    public String roleName() {
        return "verbus-relay";
    }

    /** {@return whether the relay is closed, or is being closed} */
    public boolean isClosed() {
        return closed;
    }

    /** Closes the relay, for a runner of agents. */
    @Override
    public void onClose() {
        close();
    }

    /**
     * Leaves the publisher. The logs of sessions that have not ended are closed without an end, after their readers
     * have read them: each waits for at most the linger time. The sessions are not lost for good: their readers
     * continue when a relay serves them again. A second call does nothing.
     */
    @Override
    public void close() {
        while (!tryClose()) {
            LockSupport.parkNanos(REST_NS);
        }
    }

    /**
     * One step of {@link #close()} that never waits, for a thread with other work.
     *
     * @return true when the relay is closed; until then, call again
     */
    public boolean tryClose() {
        if (!closed) {
            closed = true;
            subscription.close();
            sessions.values().forEach(RelayedSession::leave);
            closing.addAll(sessions.values());
            sessions.clear();
        }
        serve();
        return closing.isEmpty();
    }
}
