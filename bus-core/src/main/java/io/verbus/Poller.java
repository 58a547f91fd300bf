package io.verbus;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Polls several subscriptions fairly on one thread: each has the same limit in each round, so a busy subscription
 * delays the others by at most that many messages.
 */
public final class Poller {
    private static final int NO_CORE = -1;

    private final Subscription[] subscriptions;
    private final IdleStrategy idleStrategy;
    private final int core;

    private Poller(final Subscription[] subscriptions, final IdleStrategy idleStrategy, final int core) {
        this.subscriptions = subscriptions;
        this.idleStrategy = idleStrategy;
        this.core = core;
    }

    /**
     * A poller that busy-spins and is not pinned.
     *
     * @param subscriptions to poll, at least one
     * @return the poller
     */
    public static Poller of(final Subscription... subscriptions) {
        return new Poller(List.of(subscriptions).toArray(Subscription[]::new), BusySpinIdleStrategy.INSTANCE, NO_CORE);
    }

    /**
     * With another idle strategy.
     *
     * @param newIdleStrategy of Agrona or your own
     * @return a poller of the same subscriptions
     */
    public Poller withIdleStrategy(final IdleStrategy newIdleStrategy) {
        return new Poller(subscriptions, newIdleStrategy, core);
    }

    /**
     * Pinned to a core while it runs, and afterwards.
     *
     * @param newCore from 0
     * @return a poller of the same subscriptions
     */
    public Poller pinnedTo(final int newCore) {
        return new Poller(subscriptions, idleStrategy, newCore);
    }

    /**
     * Polls each subscription once.
     *
     * @param handler receives the messages
     * @param limit of messages per subscription
     * @return the number of messages taken in total
     */
    public int poll(final PollHandler handler, final int limit) {
        int count = 0;
        for (final Subscription subscription : subscriptions) {
            count += subscription.poll(handler, limit);
        }
        return count;
    }

    /**
     * Polls on the calling thread while {@code running} returns true.
     *
     * @param handler receives the messages
     * @param limit of messages per subscription and round
     * @param running called once per round
     * @throws BusException if the thread cannot be pinned to the core
     */
    public void run(final PollHandler handler, final int limit, final BooleanSupplier running) {
        if (core != NO_CORE) {
            Affinity.pin(core);
        }
        while (running.getAsBoolean()) {
            idleStrategy.idle(poll(handler, limit));
        }
    }
}
