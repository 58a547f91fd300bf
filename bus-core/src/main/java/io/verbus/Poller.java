package io.verbus;

import java.util.function.BooleanSupplier;
import org.agrona.collections.ArrayUtil;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.IdleStrategy;

/**
 * Polls several subscriptions fairly on one thread, each with a handler of its own. Each has the same limit in each
 * round, so a busy subscription delays the others by at most that many messages.
 *
 * <p>It runs on the calling thread ({@link #run}), or as an Agrona {@link Agent}: in an {@code AgentRunner}, an
 * {@code AgentInvoker}, or with other agents in a {@code CompositeAgent}. It does not close the subscriptions.
 */
public final class Poller implements Agent {
    /** The limit of a new poller. */
    public static final int DEFAULT_LIMIT = 64;

    private static final int NO_CORE = -1;

    private final Polled[] polled;
    private final int limit;
    /** Null: one of its own for each run. */
    private final IdleStrategy idleStrategy;
    private final int core;

    /** A subscription and its handler. */
    private record Polled(Pollable subscription, PollHandler handler) {}

    private Poller(final Polled[] polled, final int limit, final IdleStrategy idleStrategy, final int core) {
        this.polled = polled;
        this.limit = limit;
        this.idleStrategy = idleStrategy;
        this.core = core;
    }

    /**
     * A poller that spins, with a {@link BatchingIdleStrategy} of its limit, and is not pinned.
     *
     * @param subscription to poll
     * @param handler receives its messages
     * @return the poller
     */
    public static Poller of(final Pollable subscription, final PollHandler handler) {
        return new Poller(new Polled[]{new Polled(subscription, handler)}, DEFAULT_LIMIT, null, NO_CORE);
    }

    /**
     * With one more subscription, polled after the others in each round.
     *
     * @param subscription to poll
     * @param handler receives its messages
     * @return a poller of all of them
     */
    public Poller and(final Pollable subscription, final PollHandler handler) {
        return new Poller(ArrayUtil.add(polled, new Polled(subscription, handler)), limit, idleStrategy, core);
    }

    /**
     * With another limit.
     *
     * @param newLimit of messages per subscription and round, above 0
     * @return a poller of the same subscriptions
     */
    public Poller withLimit(final int newLimit) {
        if (newLimit <= 0) {
            throw new BusException("invalid limit " + newLimit + " of a poller: use 1 or more messages");
        }
        return new Poller(polled, newLimit, idleStrategy, core);
    }

    /**
     * With another idle strategy, for {@link #run}.
     *
     * @param newIdleStrategy of Agrona or your own
     * @return a poller of the same subscriptions
     */
    public Poller withIdleStrategy(final IdleStrategy newIdleStrategy) {
        return new Poller(polled, limit, newIdleStrategy, core);
    }

    /**
     * Pinned to a core from {@link #run} or {@link #onStart} on.
     *
     * @param newCore from 0
     * @return a poller of the same subscriptions
     */
    public Poller pinnedTo(final int newCore) {
        return new Poller(polled, limit, idleStrategy, newCore);
    }

    /**
     * Polls each subscription once.
     *
     * @return the number of messages taken in total
     */
    @Override
    public int doWork() {
        int count = 0;
        for (final Polled one : polled) {
            count += one.subscription().poll(one.handler(), limit);
        }
        return count;
    }

    /**
     * Pins the calling thread, if a core is set.
     *
     * @throws BusException if the thread cannot be pinned to the core
     */
    @Override
    public void onStart() {
        if (core != NO_CORE) {
            Affinity.pin(core);
        }
    }

    /**
     * Polls on the calling thread while {@code running} returns true. The idle strategy gets the largest number of
     * messages that one of the subscriptions has delivered in the round.
     *
     * @param running called once per round
     * @throws BusException if the thread cannot be pinned to the core
     */
    public void run(final BooleanSupplier running) {
        onStart();
        final IdleStrategy idle = idleStrategy == null ? new BatchingIdleStrategy(limit) : idleStrategy;
        while (running.getAsBoolean()) {
            int largest = 0;
            for (final Polled one : polled) {
                largest = Math.max(largest, one.subscription().poll(one.handler(), limit));
            }
            idle.idle(largest);
        }
    }

    @Override
    public String roleName() {
        return "verbus-poller";
    }
}
