package io.verbus;

import io.verbus.internal.publisher.CursorPusher;
import org.agrona.concurrent.Agent;

/**
 * Pushes commits to subscriptions on other hosts, in place of the publishing threads: {@link Publication#commit()} then
 * only publishes, for any number of subscriptions, and the commits since the last push form a batch. It costs a core,
 * and for a single message the transfer of a cache line.
 *
 * <p>One pusher may serve several publications, and a publication may have several pushers: a new connection goes to
 * the one with the fewest. The application runs it as an Agrona {@link Agent} on one thread, which should busy-spin on
 * a core of its own; no other thread may call it:
 *
 * <pre>{@code
 * Pusher pusher = new Pusher("pusher", 3);
 * Publication publication = bus.publish(PublicationSettings.of("md.itch").withEndpoints(...).withPusher(pusher));
 * AgentRunner runner = new AgentRunner(BusySpinIdleStrategy.INSTANCE, bus.errorHandler(), null, pusher);
 * AgentRunner.startOnThread(runner);
 * ...
 * publication.close();
 * runner.close();
 * }</pre>
 *
 * <p>While a pusher does not run, the conductor pushes in its place, once per duty cycle; after the heartbeat timeout
 * the error handler of the bus receives a {@link BusException}. A thread that is suspended in the middle of a push
 * causes refused claims once they need the bytes that it reads. The pusher closes nothing, and may run before and after
 * its publications.
 */
public final class Pusher implements Agent {
    private static final int NO_CORE = -1;

    private final CursorPusher cursors;
    private final int core;

    /**
     * A pusher that is not pinned.
     *
     * @param name of its thread, and in messages
     */
    public Pusher(final String name) {
        this(name, NO_CORE);
    }

    /**
     * A pusher that is pinned to a core from {@link #onStart} on.
     *
     * @param name of its thread, and in messages
     * @param core from 0
     */
    public Pusher(final String name, final int core) {
        this.cursors = new CursorPusher(name);
        this.core = core;
    }

    CursorPusher cursors() {
        return cursors;
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
     * Pushes to each subscription the commits since its last push, as far as credit allows. Never waits. A failed
     * connection ends, and is reported to the publication's listener; no exception results from it.
     *
     * @return the number of subscriptions that were pushed to
     */
    @Override
    public int doWork() {
        return cursors.doWork();
    }

    @Override
    public String roleName() {
        return cursors.toString();
    }
}
