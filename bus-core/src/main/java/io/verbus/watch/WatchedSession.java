package io.verbus.watch;

import io.verbus.image.Image;
import io.verbus.log.Heartbeat;
import io.verbus.peer.Refusal;
import io.verbus.peer.Session;
import java.util.function.BooleanSupplier;

/** A session that a subscription reads, as the conductor watches over its publisher. */
public final class WatchedSession {
    private final Image image;
    private final BooleanSupplier isAlive;
    private final SignOfLife signOfLife;
    private boolean silent;
    private boolean succeeded;
    private Refusal refusal = Refusal.NONE;

    /**
     * From now on.
     *
     * @param image that reads the session
     * @param isAlive whether its publisher's process lives; true if nobody knows
     * @param signOfLife of that process
     */
    public WatchedSession(final Image image, final BooleanSupplier isAlive, final SignOfLife signOfLife) {
        this.image = image;
        this.isAlive = isAlive;
        this.signOfLife = signOfLife;
    }

    /** {@return the image that reads it} */
    public Image image() {
        return image;
    }

    /** {@return the session} */
    public Session session() {
        return image.session();
    }

    /** Whether another session has taken its place. */
    boolean isSucceeded() {
        return succeeded;
    }

    void succeeded() {
        succeeded = true;
    }

    /** Whether nothing more will be written to it, as far as the kernel knows now. */
    boolean isOver() {
        if (!image.isDone() && !image.isAbandoned() && !isAlive.getAsBoolean()) {
            image.publisherDied();
        }
        return image.isDone() || image.isAbandoned();
    }

    /**
     * Tells the image that its log has lost its name: its publisher has closed it, or has died and was cleaned up, or
     * another program has removed the file.
     */
    public void logRemoved() {
        if (image.isDone() || image.isAbandoned()) {
            return; // its log may be unmapped
        }
        final boolean closed = Heartbeat.isClosed(image.heartbeat());
        if (closed || !isOver()) {
            image.logRemoved(closed);
        }
    }

    /**
     * Looks whether the publisher honours the policy BLOCK. Not for an image that is done.
     *
     * @return the cause if it has begun to refuse, or the cause has changed; else {@link Refusal#NONE}
     */
    public Refusal newRefusal() {
        final Refusal before = refusal;
        refusal = image.refusal();
        return refusal == before ? Refusal.NONE : refusal;
    }

    /**
     * Tells the image what has become of its publisher. Not for one that is done: its log may be unmapped.
     *
     * @param looksForDead whether to ask whether the process lives, if it gives no sign of life
     * @param nowNs on the monotonic clock
     */
    public void watchOver(final boolean looksForDead, final long nowNs) {
        final boolean missing = signOfLife.isMissing(image.heartbeat(), image.position(), nowNs);
        final boolean isNews = missing != silent;
        silent = missing;
        if ((looksForDead && signOfLife.isQuiet(nowNs) || isNews && missing) && isOver()) {
            return;
        }
        if (isNews) {
            image.publisherSilent(missing);
        }
    }
}
