package io.verbus.recovery;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.MessageHandler;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.peer.Gap;
import io.verbus.peer.Session;
import io.verbus.recovery.range.ReplayStreams;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;

/**
 * A subscription that fills from a journal what it can't get from its publisher: what the log does not have any more
 * when it joins, and what it was lapped on. Somebody has to record the stream and serve it.
 *
 * <p>It is used like a {@link Subscription}, by one thread, and closed by any. Where it begins is what its settings
 * say: with {@link io.verbus.Start#at}, it asks for history from that message on and goes over to live behind it. While
 * nothing is missing, a poll is one of the subscription.
 *
 * <p>Live messages that wait are not taken from the log. If the publisher goes past them meanwhile, they are missing
 * too, and fetched. Under {@link Policy#BLOCK} the publisher waits for them, as it does for whoever is slow.
 *
 * <p>The listener hears of a gap only when nothing could fill it. What is lost is counted and stands in the loss
 * report; what was filled is counted apart. The events of a session come in order with its messages.
 */
public final class RecoveringSubscription implements AutoCloseable {
    private final Bus bus;
    private final Subscription live;
    private final Repairs repairs;
    private final NanoClock clock;
    private final ErrorHandler errorHandler;
    private final Gate gate = new Gate();
    private boolean liveFirst;
    /** Taken while missing messages are looked for, or given up: never waited for. */
    private final AtomicBoolean taken = new AtomicBoolean();

    private RecoveringSubscription(final Bus bus, final SubscriptionSettings wish, final RecoverySettings recovery) {
        final SessionRepair.Means means = new SessionRepair.Means(
                new Recorders(bus, wish.stream(), recovery.endpoints()), new Account(), recovery.delivery(),
                recovery.timeout().toNanos());
        this.bus = bus;
        this.clock = bus.settings().clocks().monotonic();
        this.errorHandler = bus.errorHandler();
        this.repairs = new Repairs(wish.listener(), means, errorHandler);
        this.live = bus.subscribe(wish.withListener(repairs));
    }

    /**
     * Subscribes.
     *
     * @param bus to subscribe on
     * @param wish what the subscription is to be: under {@link Policy#SKIP} or {@link Policy#BLOCK}, and with
     *     {@link Repair#REPAIR}, as the log comes before the journal
     * @param recovery how missing messages are fetched
     * @return the subscription, to be closed before the bus
     * @throws BusException if the wish makes no sense, or the stream's name leaves no room for that of an answer
     */
    public static RecoveringSubscription of(final Bus bus, final SubscriptionSettings wish,
            final RecoverySettings recovery) {
        if (wish.repair() != Repair.REPAIR || wish.policy() != Policy.SKIP && wish.policy() != Policy.BLOCK) {
            throw new BusException("a recovering subscription to " + wish.stream() + " under " + wish.policy() + " and "
                    + wish.repair() + ": what CONFLATE and EVICT lose is never filled, and REPORT asks for no filling;"
                    + " take SKIP or BLOCK, with REPAIR");
        }
        ReplayStreams.requests(wish.stream()); // refuses a name that is too long
        return new RecoveringSubscription(bus, wish, recovery);
    }

    /**
     * Delivers messages of all sessions, history where it is missing, and calls the listener.
     *
     * @param handler gets the messages; the position of those that come from a journal is {@link Header#NO_POSITION}
     * @param limit of messages, above 0
     * @return how many were taken; 0 when there is nothing new at present, or it is closed
     * @throws IllegalStateException if called by a handler or a listener of this subscription, or by a second thread
     */
    public int poll(final MessageHandler handler, final int limit) {
        return repairs.isEmpty() ? live.poll(handler, limit) : pollBoth(handler, limit);
    }

    /** In turns one first, then the other, so that neither waits for ever when there is more than the limit. */
    private int pollBoth(final MessageHandler handler, final int limit) {
        if (live.isClosed()) {
            giveUp();
            return 0;
        }
        if (!taken.compareAndSet(false, true)) {
            throw new IllegalStateException("the subscription to " + stream() + " is being polled: poll it on one"
                    + " thread, when poll has returned, not in a handler or listener");
        }
        try {
            return pollInTurn(handler, limit);
        } catch (final IllegalStateException e) {
            if (!bus.isClosed()) {
                throw e;
            }
            return 0; // the bus was closed while a recorder was to be asked
        } finally {
            taken.set(false);
        }
    }

    private int pollInTurn(final MessageHandler handler, final int limit) {
        liveFirst = !liveFirst;
        final int first = liveFirst ? pollLive(handler, limit) : fill(handler, limit);
        if (first >= limit) {
            return first;
        }
        return first + (liveFirst ? fill(handler, limit - first) : pollLive(handler, limit - first));
    }

    private int pollLive(final MessageHandler handler, final int limit) {
        return live.poll(gate.to(handler), limit);
    }

    private int fill(final MessageHandler handler, final int limit) {
        return repairs.turn(handler, limit, clock.nanoTime());
    }

    /** {@return whether messages are missing at present that are being fetched; polling thread only} */
    public boolean isFilling() {
        return !repairs.isEmpty();
    }

    /** {@return the sessions that are being read live; polling thread only} */
    public List<Session> sessions() {
        return live.sessions();
    }

    /** {@return name of the stream} */
    public String stream() {
        return live.stream();
    }

    /** {@return whether {@link #close()} was called, or the bus was closed; any thread} */
    public boolean isClosed() {
        return live.isClosed();
    }

    /**
     * Leaves the stream; missing messages are not delivered and not reported any more. Any thread may call it at any
     * time, in a handler or listener of this subscription too; a second call does nothing. See
     * {@link Subscription#close()} for a poll that is under way.
     *
     * @throws IllegalStateException if called by a listener or an error handler that the conductor calls
     */
    @Override
    public void close() {
        live.close();
        giveUp();
    }

    /** By the thread that closes, or at the next poll, if a poll is under way. */
    private void giveUp() {
        if (!live.isPolling() && taken.compareAndSet(false, true)) {
            try {
                repairs.close();
            } finally {
                taken.set(false);
            }
        }
    }

    /** Keeps live messages waiting while older ones of their session are missing. */
    private final class Gate implements MessageHandler {
        private MessageHandler handler;

        Gate to(final MessageHandler newHandler) {
            handler = newHandler;
            return this;
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
            return repairs.holds(header.session())
                    ? Action.NOT_TAKEN
                    : handler.onMessage(buffer, offset, length, header);
        }
    }

    /** What was filled, what is lost and what failed stands with the subscription. */
    private final class Account implements Losses {
        @Override
        public void lose(final Gap gap) {
            live.lose(gap);
            repairs.tellLost(gap);
        }

        @Override
        public void filled(final long messages) {
            if (messages > 0) {
                live.filled(messages);
            }
        }

        @Override
        public void failed(final Session session, final long sequence, final Throwable thrown) {
            live.failed();
            repairs.tellFailed(session, sequence, thrown);
            if (!(thrown instanceof VirtualMachineError)) {
                errorHandler.onError(thrown);
            }
        }
    }
}
