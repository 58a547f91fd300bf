package io.verbus.rdma.link;

import static io.verbus.rdma.link.SubscriberControlBlock.HEARTBEAT_OFFSET;
import static io.verbus.rdma.link.SubscriberControlBlock.CONSUMED_OFFSET;
import static io.verbus.rdma.link.SubscriberControlBlock.LEAVE_OFFSET;
import static io.verbus.rdma.link.SubscriberControlBlock.RECEIVES_OFFSET;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads a subscriber's control block: credit for the owner of the cursor, heartbeats for the conductor. All words are
 * checked. A device may place an older WRITE after a newer one, so a lower word than the known one is ignored.
 */
public final class SubscriberControlBlockReader {
    private final UnsafeBuffer words;
    private long receives;
    private volatile long heartbeat;
    private volatile boolean left;

    /**
     * For a control block without values.
     *
     * @param words that the subscriber writes
     * @param receives posted initially
     */
    public SubscriberControlBlockReader(final UnsafeBuffer words, final int receives) {
        this.words = words;
        this.receives = receives;
    }

    /** Reads credit; returns the violation, null if there is none. */
    String takeCredit(final WriteCredit credit) {
        receives = TornSafeLong.read(words, RECEIVES_OFFSET, receives);
        return credit.take(TornSafeLong.read(words, CONSUMED_OFFSET, credit.consumed()), receives);
    }

    /** Reads the heartbeat words; returns the violation, null if there is none. */
    String read() {
        heartbeat = Math.max(heartbeat, TornSafeLong.read(words, HEARTBEAT_OFFSET, heartbeat));
        final long leave = TornSafeLong.read(words, LEAVE_OFFSET, 0);
        if (leave != 0 && leave != 1) {
            return "its leave word is " + leave;
        }
        left |= leave == 1;
        return null;
    }

    long heartbeat() {
        return heartbeat;
    }

    boolean isLeft() {
        return left;
    }
}
