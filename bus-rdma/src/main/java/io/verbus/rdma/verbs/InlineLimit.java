package io.verbus.rdma.verbs;

/**
 * The maximum bytes of an inline request on a device, with send queues of one length. No call reports it, and a queue
 * pair with more is rejected as invalid (E810: above 101, bnxt_re: 96, Soft-iWARP: 80), so the first one searches
 * for it. Thread-safe.
 */
final class InlineLimit {
    /** Attempts to create a queue pair. */
    interface Attempts {
        /** Creates it with a maximum of inline bytes; returns 0, or a negative errno. */
        int create(int inline);

        /** Destroys the one created last. */
        void destroy();
    }

    /** Maximum that was accepted. */
    private int accepted;
    /** Minimum that was rejected. */
    private int rejected = Integer.MAX_VALUE;

    /**
     * Creates a queue pair with as many inline bytes as the device has, at most as requested.
     *
     * @return 0, or a negative errno: that of the attempt without inline bytes, if all are rejected
     */
    synchronized int create(final int requested, final Attempts attempts) {
        final int first = requested < rejected ? requested : accepted;
        final int status = attempts.create(first);
        if (status == 0) {
            accepted = Math.max(accepted, first);
        }
        if (status != Status.EINVAL || first == 0) {
            return status;
        }
        return search(first, attempts);
    }

    /** A queue pair that is rejected for another reason is rejected without inline bytes, too. */
    private int search(final int tooMany, final Attempts attempts) {
        int low = 0;
        int high = tooMany;
        int status = attempts.create(low);
        while (status == 0 && high - low > 1) {
            attempts.destroy();
            final int middle = low + high >>> 1;
            status = attempts.create(middle);
            if (status == Status.EINVAL) {
                high = middle;
                status = attempts.create(low);
            } else if (status == 0) {
                low = middle;
            }
        }
        if (status == 0) {
            accepted = low;
            rejected = high;
        }
        return status;
    }
}
