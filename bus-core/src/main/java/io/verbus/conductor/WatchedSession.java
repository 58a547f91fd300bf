package io.verbus.conductor;

import io.verbus.directory.BusDirectory;
import io.verbus.image.Image;
import io.verbus.peer.Session;

/** A session that a subscription reads, as the conductor watches over its publisher. */
final class WatchedSession {
    private final Image image;
    private final SignOfLife signOfLife;
    private boolean silent;
    private boolean succeeded;

    WatchedSession(final Image image, final SignOfLife signOfLife) {
        this.image = image;
        this.signOfLife = signOfLife;
    }

    Image image() {
        return image;
    }

    Session session() {
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
    boolean isOver(final BusDirectory directory) {
        if (!image.isDone() && !image.isAbandoned() && !directory.isAlive(image.publisherProcess())) {
            image.publisherDied();
        }
        return image.isDone() || image.isAbandoned();
    }

    /** Tells the image what has become of its publisher. Not for one that is done: its log may be unmapped. */
    void watchOver(final BusDirectory directory, final boolean looksForDead, final long nowNs) {
        final boolean missing = signOfLife.isMissing(image.heartbeat(), image.position(), nowNs);
        final boolean isNews = missing != silent;
        silent = missing;
        if ((looksForDead || isNews && missing) && isOver(directory)) {
            return;
        }
        if (isNews) {
            image.publisherSilent(missing);
        }
    }
}
