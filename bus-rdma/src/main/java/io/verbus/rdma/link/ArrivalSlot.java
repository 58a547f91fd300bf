package io.verbus.rdma.link;

import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.Status;

/**
 * An image's place among the arrivals, from the making of its queue pair on. Messages of the handshake are left here
 * for the conductor; writes go to the link.
 */
public final class ArrivalSlot {
    /** Failure of a publisher that writes before it has been told where. */
    public static final int WRITTEN_TOO_EARLY = -1;
    /** Messages that a publisher can have to say. */
    public static final int MAX_MESSAGES = 2;

    private static final int MESSAGE_SHIFT = 16;
    private static final int INDEX_MASK = (1 << MESSAGE_SHIFT) - 1;

    private final long tag;
    private final int[] lengths = new int[MAX_MESSAGES];
    private volatile SubscriberLink link;
    private volatile int messages;
    private volatile int failure = Status.SUCCESS;

    ArrivalSlot(final int index, final int epoch) {
        this.tag = (long) epoch << Integer.SIZE | index;
    }

    static int index(final long id) {
        return (int) id & INDEX_MASK;
    }

    /** Whether a completion is of this epoch, and not of another that had the same place. */
    boolean owns(final long id) {
        return id >>> Integer.SIZE == tag >>> Integer.SIZE;
    }

    /** {@return what comes back with each receive for writes} */
    public long tag() {
        return tag;
    }

    /**
     * What comes back with a receive for a message.
     *
     * @param message from 0
     * @return its id
     */
    public long tagOfMessage(final int message) {
        return tag | (long) (message + 1) << MESSAGE_SHIFT;
    }

    /**
     * Hands what arrives to a link from now on.
     *
     * @param joined that may be written for, as soon as the publisher hears of it
     */
    public void join(final SubscriberLink joined) {
        link = joined;
    }

    SubscriberLink link() {
        return link;
    }

    /** {@return how many messages have come; conductor} */
    public int messages() {
        return messages;
    }

    /**
     * The length of a message that has come.
     *
     * @param message from 0
     * @return in bytes
     */
    public int length(final int message) {
        return lengths[message];
    }

    /** {@return status of a receive that failed before there was a link, or {@link #WRITTEN_TOO_EARLY}} */
    public int failure() {
        return failure;
    }

    void take(final CompletionQueue queue, final int i) {
        final SubscriberLink joined = link;
        final int status = queue.status(i);
        final int message = (int) (queue.id(i) >>> MESSAGE_SHIFT & INDEX_MASK) - 1;
        if (status != Status.SUCCESS) {
            if (joined != null) {
                joined.failed(status);
            } else {
                failure = status;
            }
        } else if (message >= 0 && joined == null) {
            lengths[message] = queue.byteLength(i);
            messages = message + 1;
        } else if (joined == null) {
            failure = WRITTEN_TOO_EARLY;
        } else if (message < 0 && queue.hasImmediate(i)) {
            joined.arrived(queue.immediate(i));
        } else {
            joined.strayed();
        }
    }
}
