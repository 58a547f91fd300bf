package io.verbus.rdma.link;

import java.util.concurrent.TimeUnit;

/**
 * Detects when the device has finished all requests of an ended epoch. Unsignalled requests that succeeded report no
 * completion, so counting is useless: a request is posted on the queue pair in error, and completes last. Some devices
 * are reported never to complete it, so after 1 s in error the queue is considered drained.
 */
final class SendQueueDrain {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long NONE = -1;

    private final Epoch epoch;
    private final SendQueue requests;
    private long number = NONE;
    private long sinceNs = NONE;
    private volatile boolean drained;

    SendQueueDrain(final Epoch epoch, final SendQueue requests) {
        this.epoch = epoch;
        this.requests = requests;
    }

    /** Posts the marker or polls for it. By the owner of the cursor. */
    void poll() {
        if (!epoch.isInError() || drained) {
            return; // the ending thread still uses the queue pair
        }
        requests.reap();
        if (number == NONE) {
            number = requests.next();
            if (requests.postMarker() < 0) {
                number = Long.MAX_VALUE; // completes by timeout
            }
        } else if (requests.completed() > number) {
            drained = true;
        }
    }

    /** Applies the timeout. By the conductor. */
    void conduct(final long nowNs) {
        if (epoch.isInError() && !drained) {
            if (sinceNs == NONE) {
                sinceNs = nowNs;
            }
            drained = nowNs - sinceNs > TIMEOUT_NS;
        }
    }

    boolean isDrained() {
        return drained;
    }
}
