package io.verbus.rdma.link;

import io.verbus.rdma.epoch.Epoch;
import io.verbus.rdma.epoch.Requests;
import java.util.concurrent.TimeUnit;

/**
 * Tells when the device is done with all that was posted in an epoch that has ended. Unsignalled requests that had
 * succeeded never show up, so counting is of no use: a request is posted into the error, and comes back last. Some
 * device is reported never to give it back; a queue pair that has been in error for so long has done all it does.
 */
final class Marker {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long NONE = -1;

    private final Epoch epoch;
    private final Requests requests;
    private long number = NONE;
    private long sinceNs = NONE;
    private volatile boolean back;

    Marker(final Epoch epoch, final Requests requests) {
        this.epoch = epoch;
        this.requests = requests;
    }

    /** Posts it or looks for it. For the one whose turn it is. */
    void look() {
        if (!epoch.isInError() || back) {
            return; // the thread that ends the epoch is not done with it
        }
        requests.reap();
        if (number == NONE) {
            number = requests.next();
            if (requests.postMarker() < 0) {
                number = Long.MAX_VALUE; // it waits for its time
            }
        } else if (requests.completed() > number) {
            back = true;
        }
    }

    /** Gives it its time. By the conductor. */
    void conduct(final long nowNs) {
        if (epoch.isInError() && !back) {
            if (sinceNs == NONE) {
                sinceNs = nowNs;
            }
            back = nowNs - sinceNs > PATIENCE_NS;
        }
    }

    boolean isBack() {
        return back;
    }
}
