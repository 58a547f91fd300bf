package io.verbus.watch;

import io.verbus.BlockingReaders;
import io.verbus.peer.Refusal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Which subscriptions may block a publication, and for how long while they read nothing. The time counts for a name,
 * over all subscriptions that have had it: one that is restarted gets no new time. What a subscription reads gives time
 * back to its name. Used by the conductor.
 *
 * <p>A name has the progress time-out in all. A subscription that has never read may use the first second of it.
 */
public final class BlockingTerms {
    /** The time of subscriptions that have never read, at most. */
    private static final long FIRST_READ_NS = 1_000_000_000;
    /** One look charges at most this share of that time: the publisher's process may have been stopped. */
    private static final int LOOKS = 4;
    private static final int MAX_NAMES = 1_024;

    private final BlockingReaders allowed;
    private final long timeoutNs;
    private final long firstReadNs;
    private final int capacity;
    /** Only names that have used some. */
    private final Map<String, Long> usedNs = new HashMap<>();

    /**
     * Of a new publication.
     *
     * @param allowed subscriptions that may block it
     * @param timeoutNs the progress time-out
     * @param capacity of the log in bytes
     */
    public BlockingTerms(final BlockingReaders allowed, final long timeoutNs, final int capacity) {
        this.allowed = allowed;
        this.timeoutNs = timeoutNs;
        this.firstReadNs = Math.min(FIRST_READ_NS, timeoutNs);
        this.capacity = capacity;
    }

    /** {@return how long subscriptions that have never read may block the publication, in nanoseconds} */
    public long firstReadNs() {
        return firstReadNs;
    }

    /**
     * Whether a subscription that asks for it may block the publication now.
     *
     * @param name of the subscription
     * @return {@link Refusal#NONE} if it may
     */
    public Refusal refusalOf(final String name) {
        if (!allowed.allow(name)) {
            return Refusal.NAME;
        }
        return isUsedUp(name) ? Refusal.BUDGET : Refusal.NONE;
    }

    /**
     * Whether a name has used the time of subscriptions that have never read.
     *
     * @param name of subscriptions
     * @return true if so
     */
    boolean isUsedUp(final String name) {
        return usedNs(name) >= firstReadNs;
    }

    /**
     * How much of its time a name has used.
     *
     * @param name of subscriptions
     * @return nanoseconds, from 0 to the progress time-out
     */
    public long usedNs(final String name) {
        return usedNs.isEmpty() ? 0 : usedNs.getOrDefault(name, 0L);
    }

    /** A subscription of this name has blocked the publication for so long, and read nothing. */
    void charge(final String name, final long ns) {
        usedNs.put(name, Math.min(timeoutNs, usedNs(name) + Math.min(ns, firstReadNs / LOOKS)));
        if (usedNs.size() > MAX_NAMES) {
            usedNs.remove(usedNs.entrySet().stream().min(Comparator.comparingLong(Map.Entry::getValue)).orElseThrow()
                    .getKey());
        }
    }

    /** A subscription of this name has read so many bytes: a whole log gives all of the time back. */
    void giveBack(final String name, final long bytes) {
        final long left = usedNs(name) - (long) ((double) bytes / capacity * timeoutNs);
        if (left > 0) {
            usedNs.put(name, left);
        } else {
            usedNs.remove(name);
        }
    }
}
