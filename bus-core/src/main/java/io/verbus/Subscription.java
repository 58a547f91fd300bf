package io.verbus;

import io.verbus.internal.access.GapAccounts;
import io.verbus.internal.access.InternalViews;
import io.verbus.internal.access.Relaying;
import io.verbus.internal.conductor.Conductor;
import io.verbus.internal.image.Image;
import io.verbus.internal.image.PolledImages;
import io.verbus.internal.image.TimedHandler;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.monitor.LatencyCounters;
import io.verbus.internal.monitor.SubscriptionCounters;
import io.verbus.internal.os.OwnerThread;
import io.verbus.internal.os.ProcessBarrier;
import io.verbus.internal.subscriber.ImageHandover;
import io.verbus.internal.subscriber.Sessions;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.ReceivePoller;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The reading end of a stream: reads each of its sessions through an image.
 *
 * <p>Used by one thread, which polls: the owner, until {@link #handOver()}. {@link #close()} and {@link #isClosed()}
 * may be called by any thread. Poll allocates nothing, takes no lock and makes no system call while no session starts
 * or ends.
 *
 * <p>A thread that closes marks the subscription and makes the next poll take its slow path, which checks the mark. It
 * unmaps the memory only after it has then seen the owner outside a poll, see {@link ProcessBarrier}. The cost for a
 * poll is only the order of two accesses.
 */
public final class Subscription implements Pollable {
    /**
     * Most messages of a session in a row while a subscription reads several. So a poll with a limit of at least so
     * many for each session looks at all of them, and a session that delivers fewer has no more.
     */
    public static final int SESSION_SHARE = PolledImages.SHARE;

    /** A close waits for a handler for at most a second. */
    private static final int PATIENCE = 10_000;
    private static final long REST_NS = 100_000;
    /** Arrivals, and credit that is due, wait for less than so many polls that end at their limit. */
    private static final int POLLS_WITHOUT_ARRIVALS = 8;
    private static final VarHandle POLLING;

    static {
        try {
            POLLING = MethodHandles.lookup().findVarHandle(Subscription.class, "polling", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        InternalViews.provide(GapAccounts.class, Subscription.class, subscription -> subscription.new Gaps());
        InternalViews.provide(Relaying.OfSubscription.class, Subscription.class,
                subscription -> subscription.new Read());
    }

    private final SubscriptionSettings settings;
    private final Sessions sessions;
    private final ImageHandover handover;
    /** Null for sessions on this host. */
    private final ReceivePoller receivePoller;
    /** Null if it records no latencies. */
    private final TimedHandler timed;
    /** Whether it reads sessions on this host, and records no latencies. */
    private final boolean isPlain;
    private final SubscriptionTiming timing;
    private final Accounts accounts;
    private final Lifetime lifetime;
    private final PolledImages images = new PolledImages();
    private final OwnerThread owner;
    private boolean polling;
    /** Whether the last poll ended at its limit. */
    private boolean readableMore;
    private int pollsUntilArrivals;
    private volatile boolean closed;
    private boolean released;

    /**
     * The parts of the bus that a subscription uses.
     *
     * @param conductor of the bus
     * @param release releases the subscription's files and memory
     * @param deferred takes a release that a poll prevents; it is tried in each duty cycle
     * @param dutyCycle longest rest of the conductor
     */
    record Lifetime(Conductor conductor, Runnable release, Consumer<BooleanSupplier> deferred, Duration dutyCycle) {}

    /**
     * Records of missed and repaired messages.
     *
     * @param losses receives gaps for the loss report
     * @param counters of the subscription
     * @param clocks of the bus
     */
    record Accounts(Consumer<Gap> losses, SubscriptionCounters counters, Clocks clocks) {}

    Subscription(final SubscriptionSettings settings, final Sessions sessions, final ReceivePoller receivePoller,
            final Accounts accounts, final Lifetime lifetime) {
        this.settings = settings;
        this.sessions = sessions;
        this.handover = sessions.handover();
        this.receivePoller = receivePoller;
        this.accounts = accounts;
        this.lifetime = lifetime;
        this.owner = new OwnerThread("subscription " + settings.name() + " on stream " + settings.stream());
        final LatencyCounters latencies = accounts.counters().latencies();
        if (latencies == null) {
            timed = null;
            timing = null;
        } else {
            timing = new SubscriptionTiming(settings, latencies, accounts.clocks(), receivePoller != null,
                    lifetime.dutyCycle(), sessions::observe);
            timed = timing.handler();
            lifetime.conductor().add(timing);
        }
        isPlain = receivePoller == null && timed == null;
    }

    /**
     * Delivers messages of all sessions, each in order, and calls the listener.
     *
     * @param handler receives the messages
     * @param limit of messages, above 0
     * @return the number of messages taken; 0 if there is none, or the subscription is closed
     * @throws IllegalStateException if called by a handler or a listener of this subscription, or by a second thread
     * @throws VirtualMachineError if a handler throws it, such as a lack of memory; its message counts as consumed
     */
    @Override
    public int poll(final PollHandler handler, final int limit) {
        assert owner.isMine() : "polled by " + Thread.currentThread() + ": " + owner;
        checkNotPolling();
        begin(); // before the check for arrivals, see isVacant
        try {
            return pollImages(handler, limit);
        } finally {
            POLLING.setRelease(this, false);
        }
    }

    private int pollImages(final PollHandler handler, final int limit) {
        if (handover.hasArrivals() && !adopt()) {
            return 0;
        }
        final int count = isPlain ? images.poll(handler, limit) : pollOthers(handler, limit);
        if (images.hasDone()) {
            dropDone();
        }
        return count;
    }

    private int pollOthers(final PollHandler handler, final int limit) {
        final PollHandler outer = timed == null ? handler : timed.around(handler);
        final int count = receivePoller == null ? images.poll(outer, limit) : pollArrivals(outer, limit);
        if (count == 0 && timed != null) {
            timed.idle();
        }
        return count;
    }

    /**
     * Delivers messages of sessions on other hosts. While the images have readable messages, arrivals wait for a few
     * polls: the check of a device costs more than the delivery of a message.
     */
    private int pollArrivals(final PollHandler handler, final int limit) {
        int count = 0;
        if (readableMore && --pollsUntilArrivals > 0) {
            count = images.poll(handler, limit);
        }
        if (count == 0) {
            receivePoller.poll();
            pollsUntilArrivals = POLLS_WITHOUT_ARRIVALS;
            count = images.poll(handler, limit);
        }
        readableMore = count == limit;
        return count;
    }

    @Override
    public String stream() {
        return settings.stream();
    }

    /** {@return the settings of this subscription} */
    public SubscriptionSettings settings() {
        return settings;
    }

    /** {@return the sessions with an image; polling thread only} */
    public List<Session> sessions() {
        return images.list().stream().map(Image::session).toList();
    }

    /**
     * Position and lag in each session. Allocates.
     *
     * @return one element for each of {@link #sessions()}
     * @throws IllegalStateException if called by a handler or a listener of this subscription
     */
    public List<SessionProgress> progress() {
        checkNotPolling();
        begin();
        try {
            return closed ? List.of() : images.list().stream().map(Image::progress).toList();
        } finally {
            POLLING.setRelease(this, false);
        }
    }

    /**
     * Leaves one session: nothing more of it is delivered or reported, it no longer gates its publisher, its slot is
     * free, and it is not joined again. Polling thread only; not by a handler or a listener of this subscription.
     *
     * @param session its id
     * @return false if the session has no image
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
        for (final Image image : images.list()) {
            if (image.session().id() == session) {
                image.abandon();
                dropDone();
                return true;
            }
        }
        return false;
    }

    /**
     * Releases ownership: the next thread that polls becomes the owner. By the owner, outside a poll; the application
     * ensures that the other thread polls after this has returned.
     */
    public void handOver() {
        checkNotPolling();
        owner.handOver();
        handover.wake(); // the next poll takes the slow path; its thread becomes the owner
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    /** {@return whether a poll is in progress; any thread; other threads may see the change late} */
    private boolean isPolling() {
        return (boolean) POLLING.getAcquire(this);
    }

    /**
     * Leaves the stream; it no longer gates any publisher. Any thread may call it at any time, also while the owner
     * polls; a second call does nothing.
     *
     * <p>Polls that start after the call deliver nothing, return 0 and throw nothing. A poll in progress ends as usual,
     * and the call waits for it, for a second at most. If a handler takes longer, the call returns; the message stays
     * valid for the handler, and the conductor releases the memory when the poll has ended. If the bus closes before,
     * the memory stays mapped until the process ends.
     *
     * <p>A handler or a listener of this subscription may call it too: the call does not wait, and the poll in progress
     * may deliver messages up to its limit, unless the handler returns {@link Action#NOT_TAKEN}.
     *
     * @throws IllegalStateException if called by a listener or an error handler that the conductor calls: the conductor
     *     would wait for itself
     */
    @Override
    public void close() {
        final boolean within = polling && owner.isCurrent();
        if (!within) {
            lifetime.conductor().checkNotInCycle();
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

    /** Releases the memory, unless a poll is in progress. Under the conductor's lock. */
    private boolean release() {
        if (!released && isVacant()) {
            released = true;
            if (timing != null) {
                lifetime.conductor().remove(timing);
                timing.close();
            }
            lifetime.release().run(); // no more arrivals on this host, and no other writer of its positions there
            sessions.closing();
            final List<Image> last = new ArrayList<>(images.list());
            handover.drainForGood(last);
            for (final Image image : last) {
                image.leave();
                handover.giveBack(image);
            }
            images.replace(List.of());
            sessions.close();
        }
        return released;
    }

    /**
     * Returns true if no poll is in progress, and later polls do not touch the memory. After the mark is set; repeated
     * until true.
     */
    private boolean isVacant() {
        handover.wake();
        ProcessBarrier.run();
        if (isPolling()) {
            return false;
        }
        if (!handover.hasArrivals()) { // cleared by a poll that had begun before the mark: the next would not look
            return false;
        }
        ProcessBarrier.run(); // makes all stores of the owner before its exit visible
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

    /** Marks the owner as inside, before it checks whether the subscription is closed. */
    private void begin() {
        POLLING.setOpaque(this, true);
        ProcessBarrier.keepOrder();
    }

    /** Accounts outside a poll, which must not touch released counters either. */
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

    /** Returns false if the subscription is closed: then nothing may be touched. */
    private boolean adopt() {
        if (closed) {
            return false;
        }
        owner.check();
        if (timing != null) {
            timing.adopt();
        }
        handover.drainArrivals(images);
        handover.drainNotices();
        return true;
    }

    private void dropDone() {
        final List<Image> rest = new ArrayList<>();
        for (final Image image : images.list()) {
            if (image.isDone()) {
                image.leave();
                handover.giveBack(image);
            } else {
                rest.add(image);
            }
        }
        images.replace(rest);
    }

    /** For a relay. */
    private final class Read implements Relaying.OfSubscription {
        @Override
        public LogIdentity identity(final long session) {
            return image(session).identity();
        }

        @Override
        public Boundary next(final long session) {
            return image(session).at();
        }

        private Image image(final long session) {
            return images.list().stream().filter(image -> image.session().id() == session).findFirst().orElseThrow();
        }
    }

    /** For the layer that fills gaps. */
    private final class Gaps implements GapAccounts {
        @Override
        public void lose(final Gap gap) {
            account(() -> {
                accounts.counters().gap(gap.count());
                accounts.losses().accept(gap);
            });
        }

        @Override
        public void filled(final long count) {
            account(() -> accounts.counters().filled().getAndAddPlain(count));
        }

        @Override
        public void failed() {
            account(accounts.counters()::failed);
        }

        @Override
        public boolean isPolling() {
            return Subscription.this.isPolling();
        }
    }
}
