package io.verbus.rdma.link;

/**
 * The receives of one queue pair for writes with immediate. They are reposted in batches: half of them at a time, or
 * all consumed ones when the thread is idle. The caller holds the try-lock of the poller.
 */
public final class Receives {
    private final long tag;
    private final int batch;
    private int used;
    private volatile long posted;

    /**
     * For a queue pair.
     *
     * @param tag id of each receive
     * @param count posted initially
     */
    public Receives(final long tag, final int count) {
        this.tag = tag;
        this.batch = count / 2;
        this.posted = count;
    }

    /** Number of receives ever posted. */
    long posted() {
        return posted;
    }

    /** Counts a consumed receive; returns whether a batch is due. */
    boolean arrived() {
        used++;
        return areDue();
    }

    boolean areDue() {
        return used >= batch;
    }

    /** Reposts all consumed receives. */
    void repost(final Epoch epoch) {
        if (used > 0 && !epoch.hasEnded()) {
            final int result = epoch.queuePair().postReceives(tag, 0, used);
            if (result < 0) {
                epoch.end(EpochCauses.post(result, epoch.peer()));
                return;
            }
            posted += used;
            used = 0;
        }
    }
}
