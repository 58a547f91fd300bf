package io.verbus.rdma.link;

import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.Status;

/**
 * The slot of an image in the completion poller, allocated with its queue pair. Handshake messages are kept here for
 * the conductor; writes go to the link.
 */
public final class ArrivalSlot {
    /** Failure: the publisher has written before it received an address. */
    public static final int WRITTEN_TOO_EARLY = -1;
    /** Maximum handshake messages of a publisher. */
    public static final int MAX_MESSAGES = 2;

    private static final int MESSAGE_SHIFT = 16;
    private static final int INDEX_MASK = (1 << MESSAGE_SHIFT) - 1;

    private final CompletionQueue queue;
    private final long tag;
    private final int[] lengths = new int[MAX_MESSAGES];
    private volatile SubscriberLink link;
    private volatile int messages;
    private volatile int failure = Status.SUCCESS;

    ArrivalSlot(final CompletionQueue queue, final int index, final int epoch) {
        this.queue = queue;
        this.tag = (long) epoch << Integer.SIZE | index;
    }

    static int index(final long id) {
        return (int) id & INDEX_MASK;
    }

    /** Whether a completion belongs to this epoch, not to an earlier one in the same slot. */
    boolean owns(final long id) {
        return id >>> Integer.SIZE == tag >>> Integer.SIZE;
    }

    /** {@return the id of each receive for writes} */
    public long tag() {
        return tag;
    }

    /**
     * The id of a receive for a handshake message.
     *
     * @param message from 0
     * @return its id
     */
    public long tagOfMessage(final int message) {
        return tag | (long) (message + 1) << MESSAGE_SHIFT;
    }

    /**
     * Routes completions to a link from now on.
     *
     * @param joined set before the publisher receives the address of the image
     */
    public void join(final SubscriberLink joined) {
        link = joined;
    }

    SubscriberLink link() {
        return link;
    }

    /** {@return number of received messages; conductor} */
    public int messages() {
        return messages;
    }

    /**
     * The length of a received message.
     *
     * @param message from 0
     * @return in bytes
     */
    public int length(final int message) {
        return lengths[message];
    }

    /** {@return status of a receive that failed before the link was set, or {@link #WRITTEN_TOO_EARLY}} */
    public int failure() {
        return failure;
    }

    /** {@return the completion queue of its receives} */
    public CompletionQueue queue() {
        return queue;
    }

    void take(final int i) {
        final SubscriberLink joined = link;
        final int status = queue.status(i);
        final int message = (int) (queue.id(i) >>> MESSAGE_SHIFT & INDEX_MASK) - 1;
        if (status != Status.SUCCESS) {
            fail(status);
        } else if (message >= 0 && joined == null) {
            lengths[message] = queue.byteLength(i);
            messages = message + 1;
        } else if (joined == null) {
            failure = WRITTEN_TOO_EARLY;
        } else if (message < 0 && queue.hasImmediate(i)) {
            joined.arrived(queue.immediate(i));
        } else if (message < 0 && !queue.hasImmediate(i)) {
            joined.sent(queue.byteLength(i));
        } else {
            joined.unexpected();
        }
    }

    /** A receive or the completion queue has failed. */
    void fail(final int status) {
        final SubscriberLink joined = link;
        if (joined != null) {
            joined.failed(status);
        } else {
            failure = status;
        }
    }
}
