package io.verbus.rdma.link;

import java.util.concurrent.TimeUnit;

/**
 * Detects when the device has finished all requests of an ended epoch. Unsignalled requests that succeeded report no
 * completion, so counting is useless. On InfiniBand and RoCE a request is posted on the queue pair in error, and
 * completes last. Some devices are reported never to complete it, so after 1 s in error the queue is considered
 * drained. On iWARP a queue pair in error refuses a request (T6) or ignores it (Soft-iWARP), and a device that is lost
 * reports no completion at all, so the queue pair is destroyed: after that the device accesses no memory for it.
 */
final class SendQueueDrain {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long NONE = -1;

    private final Epoch epoch;
    private final SendQueue requests;
    private final boolean hasMarker;
    private long number = NONE;
    private long sinceNs = NONE;
    private volatile boolean drained;

    SendQueueDrain(final Epoch epoch, final SendQueue requests) {
        this.epoch = epoch;
        this.requests = requests;
        this.hasMarker = !epoch.id().device().iwarp();
    }

    /** Posts the marker or polls for it. By the owner of the cursor. */
    void poll() {
        if (!epoch.isInError() || drained || !hasMarker) {
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

    /** Drains the queue of a disconnected epoch. By the conductor, once it owns the cursor for good. */
    void drain() {
        if (hasMarker && !epoch.id().device().isLost()) {
            poll();
        } else if (!drained) {
            epoch.queuePair().close();
            drained = true;
        }
    }

    /** Applies the timeout. By the conductor. */
    void conduct(final long nowNs) {
        if (epoch.isInError() && !drained && hasMarker) {
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
