package io.verbus.recovery;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Pollable;
import io.verbus.Repair;
import io.verbus.Session;
import io.verbus.SessionProgress;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.access.GapAccounts;
import io.verbus.internal.access.InternalViews;
import io.verbus.internal.recovery.RangeClient;
import io.verbus.internal.recovery.ReplayStreams;
import io.verbus.internal.recovery.SessionRepairs;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * A subscription that fills from a journal the messages it can't get from its publisher: those that the log no longer
 * contains when it joins, and those on which it was lapped. Another process must record the stream and serve its
 * journal.
 *
 * <p>It is used like a {@link Subscription}: by one thread, and closed by any. Its settings determine the start: with
 * {@link io.verbus.Start#at}, it requests history from that message on and continues with the live messages after it.
 * While nothing is missing, a poll is one poll of the subscription.
 *
 * <p>Live messages that wait stay in the log. If the publisher laps them meanwhile, they are missing too, and fetched.
 * Under {@link Policy#BLOCK} the publisher waits for them, as for any slow reader.
 *
 * <p>The listener receives a gap only if no recorder could fill it. Losses are counted and added to the loss report;
 * filled messages are counted separately. The events of a session are delivered in order with its messages.
 */
public final class RecoveringSubscription implements Pollable {
    private final Bus bus;
    private final Subscription live;
    private final SessionRepairs repairs;
    private final NanoClock clock;
    private final Gate gate = new Gate();
    private boolean liveFirst;
    /** Held while missing messages are fetched, or given up; never waited for. */
    private final AtomicBoolean busy = new AtomicBoolean();

    private RecoveringSubscription(final Bus bus, final SubscriptionSettings settings,
            final RecoverySettings recovery) {
        this.bus = bus;
        this.clock = bus.settings().clocks().monotonic();
        this.repairs = new SessionRepairs(settings.listener(),
                new RangeClient(bus, settings.stream(), settings.name(), recovery.endpoints()), recovery.delivery(),
                recovery.timeout().toNanos(), bus.errorHandler());
        this.live = bus.subscribe(settings.withListener(repairs));
        this.repairs.accounts(InternalViews.of(GapAccounts.class, live));
    }

    /**
     * Subscribes.
     *
     * @param bus to subscribe on
     * @param settings of the subscription: under {@link Policy#SKIP} or {@link Policy#BLOCK}, and with
     *     {@link Repair#REPAIR}, as the log is tried before the journal
     * @param recovery how missing messages are fetched
     * @return the subscription, to be closed before the bus
     * @throws BusException if the settings are invalid, or the stream's name leaves no room for that of a response
     */
    public static RecoveringSubscription of(final Bus bus, final SubscriptionSettings settings,
            final RecoverySettings recovery) {
        if (settings.repair() != Repair.REPAIR
                || settings.policy() != Policy.SKIP && settings.policy() != Policy.BLOCK) {
            throw new BusException("cannot recover stream " + settings.stream() + " under " + settings.policy()
                    + " and "
                    + settings.repair() + ": use SKIP or BLOCK, with REPAIR (losses under CONFLATE and EVICT are never"
                    + " filled)");
        }
        ReplayStreams.requests(settings.stream()); // rejects a name that is too long
        return new RecoveringSubscription(bus, settings, recovery);
    }

    /**
     * Delivers messages of all sessions, with fetched history, and calls the listener.
     *
     * @param handler receives the messages; the position of a message from a journal is {@link Header#NO_POSITION}
     * @param limit of messages, above 0
     * @return the number of messages taken; 0 if there is none at present, or the subscription is closed
     * @throws IllegalStateException if called by a handler or a listener of this subscription, or by a second thread
     */
    @Override
    public int poll(final PollHandler handler, final int limit) {
        return repairs.isEmpty() ? live.poll(handler, limit) : pollBoth(handler, limit);
    }

    /** Polls both in alternating order, so that neither starves while there is more than the limit. */
    private int pollBoth(final PollHandler handler, final int limit) {
        if (live.isClosed()) {
            giveUp();
            return 0;
        }
        if (!busy.compareAndSet(false, true)) {
            if (live.isClosed()) {
                return 0; // closed since the check: the closing thread is busy
            }
            throw new IllegalStateException("the subscription to " + stream() + " is being polled: poll it on one"
                    + " thread, when poll has returned, not in a handler or listener");
        }
        try {
            return pollAlternating(handler, limit);
        } catch (final IllegalStateException e) {
            if (!bus.isClosed()) {
                throw e;
            }
            return 0; // the bus was closed while a request was to be sent
        } finally {
            busy.set(false);
        }
    }

    private int pollAlternating(final PollHandler handler, final int limit) {
        liveFirst = !liveFirst;
        final int first = liveFirst ? pollLive(handler, limit) : fill(handler, limit);
        if (first >= limit) {
            return first;
        }
        return first + (liveFirst ? fill(handler, limit - first) : pollLive(handler, limit - first));
    }

    private int pollLive(final PollHandler handler, final int limit) {
        return live.poll(gate.to(handler), limit);
    }

    private int fill(final PollHandler handler, final int limit) {
        return repairs.doWork(handler, limit, clock.nanoTime());
    }

    /** {@return whether missing messages are being fetched at present; polling thread only} */
    public boolean isFilling() {
        return !repairs.isEmpty();
    }

    /** {@return the sessions that are being read live; polling thread only} */
    public List<Session> sessions() {
        return live.sessions();
    }

    /**
     * Position and lag of the live messages in each session. Allocates; polling thread only.
     *
     * @return one element for each of {@link #sessions()}
     */
    public List<SessionProgress> progress() {
        return live.progress();
    }

    @Override
    public String stream() {
        return live.stream();
    }

    /** {@return whether {@link #close()} was called, or the bus was closed; any thread} */
    @Override
    public boolean isClosed() {
        return live.isClosed();
    }

    /**
     * Leaves the stream; missing messages are neither delivered nor reported any more. Any thread may call it at any
     * time, also in a handler or listener of this subscription; a second call does nothing. See
     * {@link Subscription#close()} for a poll that is in progress.
     *
     * @throws IllegalStateException if called by a listener or an error handler that the conductor calls
     */
    @Override
    public void close() {
        live.close();
        giveUp();
    }

    /** Called by the closing thread, or by the next poll if a poll is in progress. */
    private void giveUp() {
        if (!repairs.isPolling() && busy.compareAndSet(false, true)) {
            try {
                repairs.close();
            } finally {
                busy.set(false);
            }
        }
    }

    /** Delays live messages while older ones of their session are missing. */
    private final class Gate implements PollHandler {
        private PollHandler handler;

        Gate to(final PollHandler newHandler) {
            handler = newHandler;
            return this;
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
            return repairs.blocksLive(header.session())
                    ? Action.NOT_TAKEN
                    : handler.onMessage(buffer, offset, length, header);
        }
    }
}
