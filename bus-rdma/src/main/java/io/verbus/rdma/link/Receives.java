package io.verbus.rdma.link;

import io.verbus.rdma.verbs.QueuePair;
import java.nio.ByteOrder;

/**
 * The receives of one queue pair for positions, as immediates or as messages. They are reposted in batches: half of
 * them at a time, or all consumed ones when the thread is idle. The caller holds the try-lock of the poller.
 *
 * <p>On iWARP each has memory: some devices have no immediates, and some refuse a receive without memory. Receives are
 * consumed in the order of their posts, so the memory of one is known by counting.
 */
public final class Receives {
    /** Bytes of memory of a receive. */
    public static final int SLOT = 8;

    private final long tag;
    private final int count;
    private final int batch;
    private final RegisteredBuffer slots;
    private boolean messages;
    /** The next to be consumed. */
    private int next;
    private int used;
    private volatile long posted;

    /**
     * For a queue pair.
     *
     * @param tag id of each receive
     * @param count posted initially
     * @param slots memory, {@link #SLOT} bytes for each, or null for none
     */
    public Receives(final long tag, final int count, final RegisteredBuffer slots) {
        this.tag = tag;
        this.count = count;
        this.batch = count / 2;
        this.slots = slots;
        this.posted = count;
    }

    /**
     * Sets how positions arrive. Before the first.
     *
     * @param asMessages whether as messages, else as immediates
     * @return this
     */
    public Receives by(final boolean asMessages) {
        assert !asMessages || slots != null : "messages without memory";
        messages = asMessages;
        return this;
    }

    /**
     * Posts all of them for the first time.
     *
     * @param queuePair to post on
     * @return 0, or a negative error
     */
    public int postAll(final QueuePair queuePair) {
        return post(queuePair, 0, count);
    }

    /** Number of receives ever posted. */
    long posted() {
        return posted;
    }

    /** Whether positions are messages. */
    boolean areMessages() {
        return messages;
    }

    /** The position of the message that has just arrived. */
    int message() {
        return slots.buffer().getInt(next * SLOT, ByteOrder.LITTLE_ENDIAN);
    }

    /** Counts a consumed receive; returns whether a batch is due. */
    boolean arrived() {
        next = next + 1 < count ? next + 1 : 0;
        used++;
        return areDue();
    }

    boolean areDue() {
        return used >= batch;
    }

    /** Reposts all consumed receives. */
    void repost(final Epoch epoch) {
        if (used > 0 && !epoch.hasEnded()) {
            final int first = next >= used ? next - used : next - used + count;
            final int result = post(epoch.queuePair(), first, used);
            if (result < 0) {
                epoch.end(EpochCauses.post(result, epoch.peer()));
                return;
            }
            posted += used;
            used = 0;
        }
    }

    private int post(final QueuePair queuePair, final int first, final int number) {
        if (slots == null) {
            return queuePair.postReceives(tag, 0, number);
        }
        final int upToEnd = Math.min(number, count - first);
        final int result = postSlots(queuePair, first, upToEnd);
        return result < 0 || upToEnd == number ? result : postSlots(queuePair, 0, number - upToEnd);
    }

    private int postSlots(final QueuePair queuePair, final int first, final int number) {
        return queuePair.postSlots(tag, slots.address() + (long) first * SLOT, SLOT, slots.localKey(), number);
    }
}
