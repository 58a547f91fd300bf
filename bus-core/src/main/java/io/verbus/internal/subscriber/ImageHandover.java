package io.verbus.internal.subscriber;

import io.verbus.Refusal;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.internal.image.Image;
import io.verbus.internal.image.PolledImages;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Passes images between threads: created by the conductor, polled by one other thread, and returned to the conductor,
 * which unmaps their memory. Unmapping takes long, and no other thread may read the memory then.
 */
public final class ImageHandover {
    private final Queue<Image> arrivals = new ConcurrentLinkedQueue<>();
    private final Queue<Image> departures = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> notices = new ConcurrentLinkedQueue<>();
    private volatile boolean pending;

    /** Starts empty. */
    public ImageHandover() {
    }

    /**
     * Hands an image to the polling thread. By the conductor.
     *
     * @param image to poll
     */
    public void add(final Image image) {
        arrivals.add(image);
        pending = true;
    }

    /**
     * Has the next poll call the listener if the publisher's refusal is new. By the conductor.
     *
     * @param session with an image that is not done
     * @param listener of the subscription; throws nothing
     */
    public void notifyOfRefusal(final WatchedSession session, final SessionListener listener) {
        final Refusal refusal = session.newRefusal();
        if (refusal != Refusal.NONE) {
            notices.add(() -> listener.onEvent(new SessionEvent.Refused(session.session(), refusal)));
            pending = true;
        }
    }

    /** Sends the next poll through its slow path. Any thread. */
    public void wake() {
        pending = true;
    }

    /** {@return whether the polling thread must take its slow path; costs one volatile read} */
    public boolean hasArrivals() {
        return pending;
    }

    /**
     * Passes the images to be polled, with the new ones, to the polling thread, which returns them later. Allocates
     * nothing if none is new. By the polling thread.
     *
     * @param images the polled ones
     */
    public void drainArrivals(final PolledImages images) {
        pending = false;
        if (arrivals.isEmpty()) {
            images.check();
        } else {
            final List<Image> more = new ArrayList<>(images.list());
            drain(arrivals, more::add);
            images.replace(more);
        }
    }

    /** Calls the listener for each {@link #notifyOfRefusal}. By the polling thread, after {@link #drainArrivals}. */
    public void drainNotices() {
        drain(notices, Runnable::run);
    }

    /**
     * Moves new images for the last time: {@link #hasArrivals()} stays true afterwards. By the closing thread, outside
     * a poll.
     *
     * @param images list to add to
     */
    public void drainForGood(final List<Image> images) {
        pending = true;
        drain(arrivals, images::add);
    }

    /**
     * Returns an image that is no longer polled. By the polling thread.
     *
     * @param image that has left its session
     */
    public void giveBack(final Image image) {
        departures.add(image);
    }

    /**
     * Takes the returned images. By the conductor.
     *
     * @param taker receives each image
     */
    public void drainDepartures(final Consumer<Image> taker) {
        drain(departures, taker);
    }

    /**
     * Takes all images, new and returned, after polling has ended.
     *
     * @param taker receives each image
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
