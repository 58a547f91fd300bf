package io.verbus.testkit.fabric.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * What one end of a connection has under way, in order.
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

    /** The next to be delivered; null if there is none. */
    Work next() {
        return posted.peek();
    }

    void delivered() {
        delivered.add(posted.remove());
    }

    /** The next to be answered; null if there is none. */
    Work unanswered() {
        return delivered.peek();
    }

    void answered(final long nowNs) {
        answered.add(delivered.remove());
        waitsSinceNs = nowNs;
    }

    /** The device does not wait for an answer now. */
    void patient(final long nowNs) {
        waitsSinceNs = nowNs;
    }

    /** Whether nothing waits for an answer. */
    boolean isQuiet() {
        return posted.isEmpty() && delivered.isEmpty();
    }

    long waitsNs(final long nowNs) {
        return isQuiet() ? 0 : nowNs - waitsSinceNs;
    }

    /** The device gives back all that is under way. */
    void flush() {
        answered.addAll(delivered);
        answered.addAll(posted);
        delivered.clear();
        posted.clear();
    }

    /** The end takes in what is finished. */
    void takeIn() {
        answered.clear();
    }

    /** Lowest position of the log that is not known to be finished; {@link Long#MAX_VALUE} if there is none. */
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

    /** Whether a work has still to be answered. */
    boolean isUnderWay(final Work work) {
        return posted.contains(work) || delivered.contains(work);
    }

    Iterable<Work> unfinished() {
        final Deque<Work> all = new ArrayDeque<>(delivered);
        all.addAll(posted);
        return all;
    }
}
