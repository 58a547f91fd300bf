package io.verbus.rdma.link;

import io.verbus.rdma.epoch.Causes;
import io.verbus.rdma.epoch.Epoch;

/**
 * The receives of one queue pair that take writes with an immediate. They are posted again in batches: half of them at
 * a time, or all that are used up when there is nothing else to do. For the one who has the turn of the arrivals.
 */
public final class Receives {
    private final long tag;
    private final int batch;
    private int used;
    private volatile long posted;

    /**
     * Of a queue pair.
     *
     * @param tag comes back with each
     * @param count how many are posted at first
     */
    public Receives(final long tag, final int count) {
        this.tag = tag;
        this.batch = count / 2;
        this.posted = count;
    }

    /** How many were ever posted. */
    long posted() {
        return posted;
    }

    /** One is used up; returns whether it is worth while to post some again. */
    boolean arrived() {
        used++;
        return areDue();
    }

    boolean areDue() {
        return used >= batch;
    }

    /** Posts again what is used up. */
    void repost(final Epoch epoch) {
        if (used > 0 && !epoch.hasEnded()) {
            final int result = epoch.queuePair().postReceives(tag, 0, used);
            if (result < 0) {
                epoch.end(Causes.post(result, epoch.peer()));
                return;
            }
            posted += used;
            used = 0;
        }
    }
}
