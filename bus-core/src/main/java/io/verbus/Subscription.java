package io.verbus;

import io.verbus.conductor.Conductor;
import io.verbus.conductor.Handover;
import io.verbus.conductor.Sessions;
import io.verbus.counters.SubscriptionCounters;
import io.verbus.image.Image;
import io.verbus.os.OwnerThread;
import io.verbus.os.ProcessBarrier;
import io.verbus.peer.Gap;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import io.verbus.transport.Arrivals;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The reading end of a stream: all sessions of it, each through an image of its own.
 *
 * <p>Used by one thread, which polls: the owner, until {@link #handOver()}. {@link #close()} and {@link #isClosed()}
 * may be called by any thread. Poll allocates nothing, locks nothing and makes no system call while no session comes or
 * goes.
 *
 * <p>A thread that closes marks the subscription, lets the next poll take its slow path, where it finds the mark, and
 * gives the memory back only when it has found the owner outside a poll after that, see {@link ProcessBarrier}. A poll
 * pays nothing for it but the order of two accesses.
 */
public final class Subscription implements AutoCloseable {
    private static final Image[] NONE = {};
    /** A poll that lasts longer than a second, in a handler, does not hold its closer up. */
    private static final int PATIENCE = 10_000;
    private static final long REST_NS = 100_000;
    private static final VarHandle POLLING;

    static {
        try {
            POLLING = MethodHandles.lookup().findVarHandle(Subscription.class, "polling", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SubscriptionSettings settings;
    private final Sessions sessions;
    private final Handover handover;
    /** Null for sessions on this host. */
    private final Arrivals arrivals;
    private final Accounts accounts;
    private final Lifetime lifetime;
    private Image[] images = NONE;
    private int turn;
    private final OwnerThread owner;
    private boolean polling;
    private volatile boolean closed;
    private boolean released;

    /**
     * What a subscription needs of its bus.
     *
     * @param conductor that does the housekeeping
     * @param release undoes what the bus has done for the subscription
     * @param deferred takes a release that a poll stands in the way of, to be tried in each duty cycle
     */
    record Lifetime(Conductor conductor, Runnable release, Consumer<BooleanSupplier> deferred) {}

    /**
     * Where it is written down what a subscription did not get, or got from elsewhere.
     *
     * @param losses takes gaps for the loss report
     * @param counters of the subscription
     */
    record Accounts(Consumer<Gap> losses, SubscriptionCounters counters) {}

    Subscription(final SubscriptionSettings settings, final Sessions sessions, final Arrivals arrivals,
            final Accounts accounts, final Lifetime lifetime) {
        this.settings = settings;
        this.sessions = sessions;
        this.handover = sessions.handover();
        this.arrivals = arrivals;
        this.accounts = accounts;
        this.lifetime = lifetime;
        this.owner = new OwnerThread("subscription " + settings.name() + " on stream " + settings.stream());
    }

    /**
     * Delivers messages of all sessions, each in order, and calls the listener.
     *
     * @param handler gets the messages
     * @param limit of messages, above 0
     * @return how many were taken; 0 when there is nothing new, or the subscription is closed
     * @throws IllegalStateException if called by a handler or a listener of this subscription, or by a second thread
     * @throws VirtualMachineError that a handler throws, such as a lack of memory; its message counts as consumed
     */
    public int poll(final MessageHandler handler, final int limit) {
        assert owner.isMine() : "polled by " + Thread.currentThread() + ": " + owner;
        checkNotPolling();
        begin(); // before arrivals are looked for, see isVacant
        try {
            return pollImages(handler, limit);
        } finally {
            POLLING.setRelease(this, false);
        }
    }

    private int pollImages(final MessageHandler handler, final int limit) {
        if (handover.hasArrivals() && !adopt()) {
            return 0;
        }
        if (arrivals != null) {
            arrivals.poll();
        }
        final Image[] polled = images;
        int count = 0;
        boolean done = false;
        for (int i = 0; i < polled.length && count < limit; i++) {
            if (++turn >= polled.length) {
                turn = 0;
            }
            final Image image = polled[turn];
            count += image.poll(handler, limit - count);
            done |= image.isDone();
        }
        if (done) {
            dropDone();
        }
        return count;
    }

    /** {@return name of the stream} */
    public String stream() {
        return settings.stream();
    }

    /** {@return what this subscription was made with} */
    public SubscriptionSettings settings() {
        return settings;
    }

    /** {@return the sessions that are being read; polling thread only} */
    public List<Session> sessions() {
        return Arrays.stream(images).map(Image::session).toList();
    }

    /**
     * Messages that somebody had taken over ({@link SessionListener#onMissing}) are lost after all: they are counted,
     * and stand in the loss report when this returns. The listener is not called. Polling thread only.
     *
     * @param gap which, and why
     */
    public void lose(final Gap gap) {
        account(() -> {
            accounts.counters().gap(gap.count());
            accounts.losses().accept(gap);
        });
    }

    /**
     * Messages that somebody had taken over were delivered; they are counted. Polling thread only.
     *
     * @param count how many, above 0
     */
    public void filled(final long count) {
        account(() -> accounts.counters().filled().getAndAddPlain(count));
    }

    /**
     * A handler threw while it got a message that was taken over; the failure is counted. The listener is not called.
     * Polling thread only.
     */
    public void failed() {
        account(accounts.counters()::failed);
    }

    /**
     * Leaves one session: nothing more of it is delivered or reported, its publisher does not wait for it, its place is
     * free for another, and it is not joined again. Polling thread only; not by a handler or a listener of this
     * subscription.
     *
     * @param session its id
     * @return false if it is not being read
     */
    public boolean leave(final long session) {
        checkNotPolling();
        begin();
        try {
            return !closed && abandon(session);
        } finally {
            POLLING.setRelease(this, false);
        }
    }

    private boolean abandon(final long session) {
        for (final Image image : images) {
            if (image.session().id() == session) {
                image.abandon();
                dropDone();
                return true;
            }
        }
        return false;
    }

    /**
     * Lets another thread become the owner: the next one that polls. By the owner, outside a poll; the program makes
     * sure that the other thread polls after this has returned.
     */
    public void handOver() {
        checkNotPolling();
        owner.handOver();
        handover.wake(); // the next poll takes the slow path, whose thread becomes the owner
    }

    /** {@return whether {@link #close()} was called: polls deliver nothing any more; any thread} */
    public boolean isClosed() {
        return closed;
    }

    /** {@return whether a poll is under way; any thread; another thread may find it late} */
    public boolean isPolling() {
        return (boolean) POLLING.getAcquire(this);
    }

    /**
     * Leaves the stream; publishers do not wait for it any more. Any thread may call it at any time, also while the
     * owner polls; a second call does nothing.
     *
     * <p>Polls that begin after the call deliver nothing, return 0 and throw nothing. A poll that is under way ends as
     * usual, and the call waits for it, for a second at most. If a handler takes longer, the call returns; the handler
     * keeps its message, and the conductor gives the memory back when the poll has ended. If that is not before the
     * bus has closed, the memory stays mapped until the process ends.
     *
     * <p>A handler or a listener of this subscription may call it too: it does not wait, and the poll that is under way
     * may deliver messages up to its limit, unless the handler returns {@link Action#NOT_TAKEN}.
     *
     * @throws IllegalStateException if called by a listener or an error handler that the conductor calls: the conductor
     *     would wait for itself
     */
    @Override
    public void close() {
        final boolean within = polling && owner.isCurrent();
        if (!within) {
            lifetime.conductor().checkIsNotTurning();
        }
        closed = true;
        boolean done = lifetime.conductor().between(this::release);
        for (int i = 0; !done && !within && i < PATIENCE; i++) {
            LockSupport.parkNanos(REST_NS);
            done = lifetime.conductor().between(this::release);
        }
        if (!done) {
            lifetime.conductor().run(() -> lifetime.deferred().accept(this::release));
        }
    }

    /** Gives the memory back, unless a poll is under way. Under the conductor's lock. */
    private boolean release() {
        if (!released && isVacant()) {
            released = true;
            lifetime.release().run(); // no more arrivals on this host, and nobody else writes our positions there
            sessions.closing();
            final List<Image> last = new ArrayList<>(List.of(images));
            handover.drainForGood(last);
            for (final Image image : last) {
                image.leave();
                handover.giveBack(image);
            }
            images = NONE;
            sessions.close();
        }
        return released;
    }

    /** Whether no poll is under way, and none that begins touches the memory. After the mark is set. */
    private boolean isVacant() {
        handover.wake(); // again each time: a poll that began before the mark was set may have taken it back
        ProcessBarrier.run();
        if (isPolling()) {
            return false;
        }
        ProcessBarrier.run(); // all that the owner has stored before it was seen outside is seen too
        return true;
    }

    boolean isOf(final Sessions other) {
        return sessions == other;
    }

    private void checkNotPolling() {
        if (polling) {
            throw new IllegalStateException("subscription " + settings.name() + " is being polled: poll it on one"
                    + " thread, when poll has returned, not in a handler or listener");
        }
    }

    /** Marks the owner as inside, before it looks whether the subscription is closed. */
    private void begin() {
        POLLING.setOpaque(this, true);
        ProcessBarrier.keepOrder();
    }

    /** What is not done in a poll must not touch counters that were given back either. */
    private void account(final Runnable accounting) {
        final boolean within = polling;
        begin();
        try {
            if (within || !closed) {
                accounting.run();
            }
        } finally {
            POLLING.setRelease(this, within);
        }
    }

    /** Gives false when it is closed: nothing may be touched. */
    private boolean adopt() {
        if (closed) {
            return false;
        }
        owner.check();
        final List<Image> more = new ArrayList<>(List.of(images));
        handover.drainArrivals(more);
        images = more.toArray(Image[]::new);
        handover.drainNotices();
        return true;
    }

    private void dropDone() {
        final List<Image> rest = new ArrayList<>();
        for (final Image image : images) {
            if (image.isDone()) {
                image.leave();
                handover.giveBack(image);
            } else {
                rest.add(image);
            }
        }
        images = rest.toArray(Image[]::new);
    }
}
