package io.verbus.testkit.fabric.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The requests in flight of one end of a connection, in order.
 *
 * <pre>
 *   posted ──▶ delivered ──▶ answered ──▶ taken in by its end
 * </pre>
 *
 * <p>Guarded by the fabric's lock.
 */
final class Lane {
    private final int capacity;
    private final Deque<Work> posted = new ArrayDeque<>();
    private final Deque<Work> delivered = new ArrayDeque<>();
    private final Deque<Work> answered = new ArrayDeque<>();
    private long waitsSinceNs;

    Lane(final int capacity) {
        this.capacity = capacity;
    }

    int room() {
        return capacity - posted.size() - delivered.size() - answered.size();
    }

    void post(final Work work, final long nowNs) {
        if (isQuiet()) {
            waitsSinceNs = nowNs;
        }
        posted.add(work);
    }

    /** The next request to be delivered; null if there is none. */
    Work next() {
        return posted.peek();
    }

    void delivered() {
        delivered.add(posted.remove());
    }

    /** The next request to be answered; null if there is none. */
    Work unanswered() {
        return delivered.peek();
    }

    void answered(final long nowNs) {
        answered.add(delivered.remove());
        waitsSinceNs = nowNs;
    }

    /** Restarts the timeout of the device. */
    void patient(final long nowNs) {
        waitsSinceNs = nowNs;
    }

    /** Whether no request waits for an answer. */
    boolean isQuiet() {
        return posted.isEmpty() && delivered.isEmpty();
    }

    long waitsNs(final long nowNs) {
        return isQuiet() ? 0 : nowNs - waitsSinceNs;
    }

    /** Returns all requests in flight to their end. */
    void flush() {
        answered.addAll(delivered);
        answered.addAll(posted);
        delivered.clear();
        posted.clear();
    }

    /** The end processes the finished requests. */
    void takeIn() {
        answered.clear();
    }

    /** Lowest log position that is not known to be finished; {@link Long#MAX_VALUE} if there is none. */
    long lowest(final long consumed) {
        return Math.min(lowest(answered, consumed), Math.min(lowest(delivered, consumed), lowest(posted, consumed)));
    }

    private static long lowest(final Deque<Work> works, final long consumed) {
        for (final Iterator<Work> iterator = works.iterator(); iterator.hasNext();) {
            if (iterator.next() instanceof Work.Write write && write.to() > consumed) {
                return write.from();
            }
        }
        return Long.MAX_VALUE;
    }

    /** Whether a request is not answered yet. */
    boolean isUnderWay(final Work work) {
        return posted.contains(work) || delivered.contains(work);
    }

    Iterable<Work> unfinished() {
        final Deque<Work> all = new ArrayDeque<>(delivered);
        all.addAll(posted);
        return all;
    }
}
