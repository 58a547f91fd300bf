package io.verbus;

import io.verbus.conductor.Conductor;
import io.verbus.conductor.Handover;
import io.verbus.conductor.Sessions;
import io.verbus.counters.SubscriptionCounters;
import io.verbus.image.Image;
import io.verbus.peer.Gap;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import io.verbus.transport.Arrivals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The reading end of a stream: all sessions of it, each through an image of its own.
 *
 * <p>Used by one thread, which polls; poll allocates nothing, locks nothing and makes no system call while no session
 * comes or goes.
 */
public final class Subscription implements AutoCloseable {
    private static final Image[] NONE = {};

    private final SubscriptionSettings settings;
    private final Sessions sessions;
    private final Handover handover;
    /** Null for sessions on this host. */
    private final Arrivals arrivals;
    private final Accounts accounts;
    private final Lifetime lifetime;
    private Image[] images = NONE;
    private int turn;
    private Thread owner;
    private boolean polling;
    private boolean closed;

    /**
     * What a subscription needs of its bus.
     *
     * @param conductor that does the housekeeping
     * @param release undoes what the bus has done for the subscription
     */
    record Lifetime(Conductor conductor, Runnable release) {}

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
    }

    /**
     * Delivers messages of all sessions, each in order, and calls the listener.
     *
     * @param handler gets the messages
     * @param limit of messages, above 0
     * @return how many were taken; 0 when there is nothing new, or the subscription is closed
     * @throws IllegalStateException if called by a handler or a listener of this subscription
     * @throws VirtualMachineError that a handler throws, such as a lack of memory; its message counts as consumed
     */
    public int poll(final MessageHandler handler, final int limit) {
        assert isOwner() : "polled by " + Thread.currentThread() + ", owned by " + owner;
        checkNotPolling();
        polling = true;
        try {
            return pollImages(handler, limit);
        } finally {
            polling = false;
        }
    }

    private int pollImages(final MessageHandler handler, final int limit) {
        if (arrivals != null) {
            arrivals.poll();
        }
        if (handover.hasArrivals()) {
            adopt();
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
        accounts.counters().gap(gap.count());
        accounts.losses().accept(gap);
    }

    /**
     * Messages that somebody had taken over were delivered; they are counted. Polling thread only.
     *
     * @param count how many, above 0
     */
    public void filled(final long count) {
        accounts.counters().filled().getAndAddPlain(count);
    }

    /**
     * A handler threw while it got a message that was taken over; the failure is counted. The listener is not called.
     * Polling thread only.
     */
    public void failed() {
        accounts.counters().failed();
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
     * Leaves the stream; publishers do not wait for it any more. By the polling thread, or after it has stopped.
     *
     * @throws IllegalStateException if called by a handler or a listener of this subscription, or by the conductor: it
     *     would unmap the log that is being read
     */
    @Override
    public void close() {
        checkNotPolling();
        if (!closed) {
            lifetime.conductor().checkIsNotTurning();
            closed = true;
            lifetime.release().run(); // no more arrivals on this host, and nobody else writes our positions there
            lifetime.conductor().between(() -> {
                sessions.closing();
                adopt();
                for (final Image image : images) {
                    image.leave();
                    handover.giveBack(image);
                }
                images = NONE;
                sessions.close();
                return true;
            });
        }
    }

    boolean isOf(final Sessions other) {
        return sessions == other;
    }

    private void checkNotPolling() {
        if (polling) {
            throw new IllegalStateException("subscription " + settings.name() + " is being polled: poll or close it"
                    + " when poll has returned, not in a handler or listener");
        }
    }

    private void adopt() {
        final List<Image> more = new ArrayList<>(List.of(images));
        handover.drainArrivals(more);
        images = more.toArray(Image[]::new);
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

    private boolean isOwner() {
        if (owner == null) {
            owner = Thread.currentThread();
        }
        return owner == Thread.currentThread();
    }
}
