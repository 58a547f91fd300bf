package io.verbus.rdma.epoch;

import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.rdma.verbs.Status;
import io.verbus.rdma.verbs.WorkRequests;

/**
 * The requests of one queue pair, numbered from 0 in the order in which they are posted. The number is what comes back
 * with a completion, and a completion proves all requests before it, so few are signalled; yet enough that room always
 * comes back. For the one whose turn it is.
 */
public final class Requests {
    /** The longest chain: up to the end of the ring, and from its beginning. */
    public static final int MAX_CHAIN = 2;

    private final QueuePair queuePair;
    private final CompletionQueue completions;
    private final WorkRequests chain = new WorkRequests(MAX_CHAIN);
    private final int max;
    private final int signalInterval;
    private long posted;
    private long completed;
    private long lastSignalled = -1;
    private int status = Status.SUCCESS;

    /**
     * Of a queue pair that has posted nothing yet.
     *
     * @param queuePair to post on
     * @param completions of its requests alone, with room for {@code max}
     * @param max that may be under way
     */
    public Requests(final QueuePair queuePair, final CompletionQueue completions, final int max) {
        this.queuePair = queuePair;
        this.completions = completions;
        this.max = max;
        this.signalInterval = max / 4;
    }

    /** {@return how many more can be posted, as far as is known; a marker always can} */
    public int room() {
        return max - 1 - (int) (posted - completed);
    }

    /** {@return how many may be under way} */
    public int max() {
        return max;
    }

    /** {@return number of the next} */
    public long next() {
        return posted;
    }

    /** {@return how many are finished; those below this number} */
    public long completed() {
        return completed;
    }

    /** {@return where the next chain is written, from index 0} */
    public WorkRequests chain() {
        return chain;
    }

    /**
     * The flags of a request: in itself what fits, and signalled so that room comes back.
     *
     * @param index in the chain
     * @param length of its bytes
     * @param signalled whether its completion is wanted anyway
     * @return see {@link WorkRequests}
     */
    public int flags(final int index, final int length, final boolean signalled) {
        final boolean due = posted + index - lastSignalled >= signalInterval;
        if (signalled || due) {
            lastSignalled = posted + index;
        }
        return (signalled || due ? WorkRequests.SIGNALED : 0)
                | (length <= queuePair.inlineLimit() ? WorkRequests.INLINE : 0);
    }

    /**
     * Posts what was written into the chain.
     *
     * @param count of requests in it
     * @return 0, or a negative error after which the connection is of no use
     */
    public int post(final int count) {
        assert posted + count - completed <= max : "no room";
        final int result = queuePair.post(chain, 0, count);
        posted += count;
        return result;
    }

    /**
     * Posts a message of the handshake, from registered memory, signalled.
     *
     * @param address of its first byte
     * @param length in bytes
     * @param key local key of the memory
     * @return 0, or a negative error
     */
    public int send(final long address, final int length, final int key) {
        chain.operation(0, WorkRequests.SEND, flags(0, length, true), posted, 0).local(0, address, length, key)
                .remote(0, 0, 0);
        return post(1);
    }

    /**
     * Posts a request that does nothing, on a queue pair in error: when it is back, so is all before it.
     *
     * @return 0, or a negative error
     */
    public int postMarker() {
        chain.operation(0, WorkRequests.WRITE, flags(0, 0, true), posted, 0).local(0, 0, 0, 0).remote(0, 0, 0);
        return post(1);
    }

    /**
     * Takes in what is finished.
     *
     * @return status of the first that went wrong, ever; {@link Status#SUCCESS} if none did
     */
    public int reap() {
        int count = completions.poll();
        while (count > 0) {
            for (int i = 0; i < count; i++) {
                completed = Math.max(completed, completions.id(i) + 1);
                if (status == Status.SUCCESS) {
                    status = completions.status(i);
                }
            }
            count = completions.poll();
        }
        return status;
    }
}
