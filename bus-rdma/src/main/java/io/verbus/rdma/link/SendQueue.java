package io.verbus.rdma.link;

import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.rdma.verbs.Status;
import io.verbus.rdma.verbs.WorkRequests;

/**
 * The send queue of one queue pair. Requests are numbered from 0 in the order of posts. The number is the id of the
 * completion. A completion proves all requests before it, so only some are signalled: enough to recover the space in
 * time. Not thread-safe: for the owner of the link.
 */
public final class SendQueue {
    /** Maximum length of a chain: up to the end of the ring, from its start, and a message with the position. */
    public static final int MAX_CHAIN = 3;

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
     * For a queue pair without posts.
     *
     * @param queuePair to post on
     * @param completions of its requests only, with room for {@code max}
     * @param max requests in flight
     */
    public SendQueue(final QueuePair queuePair, final CompletionQueue completions, final int max) {
        this.queuePair = queuePair;
        this.completions = completions;
        this.max = max;
        this.signalInterval = max / 4;
    }

    /** {@return known free places; one more is reserved for a marker} */
    public int room() {
        return max - 1 - (int) (posted - completed);
    }

    /** {@return maximum requests in flight} */
    public int max() {
        return max;
    }

    /** {@return number of the next request} */
    public long next() {
        return posted;
    }

    /** {@return number of finished requests: all below this number} */
    public long completed() {
        return completed;
    }

    /** {@return chain to write the next requests to, from index 0} */
    public WorkRequests chain() {
        return chain;
    }

    /**
     * Computes the flags of a request: inline if it fits, and signalled often enough to recover the space.
     *
     * @param index in the chain
     * @param length of its bytes
     * @param signalled whether a completion is required in any case
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
     * Posts the requests in the chain.
     *
     * @param count of requests in it
     * @return 0, or a negative error; then the connection is unusable
     */
    public int post(final int count) {
        assert posted + count - completed <= max : "no room";
        final int result = queuePair.post(chain, 0, count);
        posted += count;
        return result;
    }

    /**
     * Posts a handshake message from registered memory, signalled.
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
     * Posts an empty request on a queue pair in error: its completion proves that all earlier requests are finished.
     *
     * @return 0, or a negative error
     */
    public int postMarker() {
        chain.operation(0, WorkRequests.WRITE, flags(0, 0, true), posted, 0).local(0, 0, 0, 0).remote(0, 0, 0);
        return post(1);
    }

    /**
     * Polls completions.
     *
     * @return status of the first failed request, ever; {@link Status#SUCCESS} if none failed
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
        if (count < 0 && status == Status.SUCCESS) {
            status = Status.QUEUE_FAILED;
        }
        return status;
    }
}
