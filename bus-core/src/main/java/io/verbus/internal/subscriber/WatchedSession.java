package io.verbus.internal.subscriber;

import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.internal.conductor.HeartbeatMonitor;
import io.verbus.internal.image.Image;
import io.verbus.internal.late.LateWatch;
import io.verbus.internal.log.Heartbeat;
import java.util.function.BooleanSupplier;

/** A subscription's session with its publisher's state, as monitored by the conductor. */
public final class WatchedSession {
    private final Image image;
    private final BooleanSupplier isAlive;
    private final HeartbeatMonitor heartbeat;
    private final Runnable wake;
    private final SessionStalls stalls;
    private boolean silent;
    private boolean succeeded;
    private Refusal refusal = Refusal.NONE;

    /**
     * Starts to monitor the publisher.
     *
     * @param image of the session
     * @param isAlive whether the publisher's process lives; true if unknown
     * @param heartbeat of that process
     * @param wake makes the next poll of the image take its checked path
     */
    public WatchedSession(final Image image, final BooleanSupplier isAlive, final HeartbeatMonitor heartbeat,
            final Runnable wake) {
        this.image = image;
        this.isAlive = isAlive;
        this.heartbeat = heartbeat;
        this.wake = wake;
        this.stalls = new SessionStalls(image);
    }

    /** {@return the image of the session} */
    public Image image() {
        return image;
    }

    /** {@return the session} */
    public Session session() {
        return image.session();
    }

    /** Whether another session is its restart. */
    boolean isSucceeded() {
        return succeeded;
    }

    void succeeded() {
        succeeded = true;
    }

    /** Whether nothing more will be written to it, as known to the kernel now. */
    boolean isOver() {
        if (!image.isDone() && !image.isAbandoned() && !isAlive.getAsBoolean()) {
            image.publisherDied();
            wake.run();
        }
        return image.isDone() || image.isAbandoned();
    }

    /**
     * Notifies the image that the log file was removed: the publisher has closed it, or has died and was cleaned up, or
     * another program has removed the file.
     */
    public void logRemoved() {
        if (image.isDone() || image.isAbandoned()) {
            return; // its log may be unmapped
        }
        final boolean closed = Heartbeat.isClosed(image.heartbeat());
        if (closed || !isOver()) {
            image.logRemoved(closed);
            wake.run();
        }
    }

    /**
     * Reports the stalls that have delayed messages of the session.
     *
     * @param watch to report to
     * @param fromNs begin of the time
     * @param toNs end of it
     */
    void observe(final LateWatch watch, final long fromNs, final long toNs) {
        if (!image.isDone()) {
            stalls.observe(watch, fromNs, toNs);
        }
    }

    /**
     * Checks whether the publisher honours the policy BLOCK. Not for an image that is done.
     *
     * @return the cause if the refusal or its cause is new; else {@link Refusal#NONE}
     */
    public Refusal newRefusal() {
        final Refusal before = refusal;
        refusal = image.refusal();
        return refusal == before ? Refusal.NONE : refusal;
    }

    /**
     * Notifies the image of changes of its publisher's state. Not for an image that is done: its log may be unmapped.
     *
     * @param checksLiveness whether to check if the process lives when its heartbeat is late
     * @param nowNs on the monotonic clock
     */
    public void watchOver(final boolean checksLiveness, final long nowNs) {
        if (image.isLapped()) {
            wake.run(); // an empty poll does not look at the horizon
        }
        final boolean missing = heartbeat.isMissing(image.heartbeat(), image.position(), nowNs);
        final boolean changed = missing != silent;
        silent = missing;
        if ((checksLiveness && heartbeat.isQuiet(nowNs) || changed && missing) && isOver()) {
            return;
        }
        if (changed) {
            image.publisherSilent(missing);
            wake.run();
        }
    }
}
