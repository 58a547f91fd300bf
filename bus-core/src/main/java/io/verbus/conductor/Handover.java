package io.verbus.conductor;

import io.verbus.image.Image;
import io.verbus.peer.Refusal;
import io.verbus.peer.SessionListener;
import io.verbus.watch.WatchedSession;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Where images change hands: made by the conductor, polled by one other thread, and given back to the conductor, which
 * gives up their memory: that takes long, and nobody else may be reading it then.
 */
public final class Handover {
    private final Queue<Image> arrivals = new ConcurrentLinkedQueue<>();
    private final Queue<Image> departures = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> notices = new ConcurrentLinkedQueue<>();
    private volatile boolean arrived;

    /** With nothing to hand over. */
    public Handover() {
    }

    /**
     * Hands an image over. By the conductor.
     *
     * @param image to be polled
     */
    public void add(final Image image) {
        arrivals.add(image);
        arrived = true;
    }

    /**
     * Lets the polling thread call the listener, at its next poll, if a publisher has begun to refuse. By the
     * conductor.
     *
     * @param session that is read, and not done
     * @param listener of the subscription; throws nothing
     */
    public void notifyOfRefusal(final WatchedSession session, final SessionListener listener) {
        final Refusal refusal = session.newRefusal();
        if (refusal != Refusal.NONE) {
            notices.add(() -> listener.onRefused(session.session(), refusal));
            arrived = true;
        }
    }

    /** Lets the polling thread look at what has changed, at its next poll. Any thread. */
    public void wake() {
        arrived = true;
    }

    /** {@return whether there are images that the polling thread has not taken over; costs one volatile read} */
    public boolean hasArrivals() {
        return arrived;
    }

    /**
     * Takes new images over. By the polling thread, which gives them back.
     *
     * @param images to add them to
     */
    public void drainArrivals(final List<Image> images) {
        arrived = false;
        drain(arrivals, images::add);
    }

    /** Calls what {@link #notifyOfRefusal} has left. By the polling thread, after {@link #drainArrivals}. */
    public void drainNotices() {
        drain(notices, Runnable::run);
    }

    /**
     * Takes new images over for the last time: from now on there always are arrivals. By the thread that closes, when
     * no poll is under way.
     *
     * @param images to add them to
     */
    public void drainForGood(final List<Image> images) {
        arrived = true;
        drain(arrivals, images::add);
    }

    /**
     * Gives an image back that is not polled any more. By the polling thread.
     *
     * @param image that has left its session
     */
    public void giveBack(final Image image) {
        departures.add(image);
    }

    /**
     * Takes back what was given back. By the conductor.
     *
     * @param taker of each image
     */
    public void drainDepartures(final Consumer<Image> taker) {
        drain(departures, taker);
    }

    /**
     * Takes back what was not taken over or was given back, when nobody polls any more.
     *
     * @param taker of each image
     */
    public void drainAll(final Consumer<Image> taker) {
        drain(arrivals, taker);
        drain(departures, taker);
    }

    private static <T> void drain(final Queue<T> queue, final Consumer<T> taker) {
        for (T next = queue.poll(); next != null; next = queue.poll()) {
            taker.accept(next);
        }
    }
}
