package io.verbus.internal.late;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.agrona.concurrent.NanoClock;

/**
 * Recent pauses of this JVM by its garbage collector, as the collector reports them after each. Without a collection it
 * does nothing. Thread-safe.
 */
public final class JvmPauses {
    /** Of a JVM that never pauses. */
    public static final JvmPauses NONE = new JvmPauses(() -> 0);

    private static final int CAPACITY = 64;
    private static final int ATTEMPTS = 20;
    /** Begin and end are rounded to milliseconds. */
    private static final long ROUNDING_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Beans of concurrent collectors: one of them counts the pauses, another the cycles between them. */
    private static final String CYCLES = "Cycles";
    private static JvmPauses ofThisJvm;

    private final NanoClock clock;
    private final long[] fromNs = new long[CAPACITY];
    private final long[] toNs = new long[CAPACITY];
    private final long[] amountNs = new long[CAPACITY];
    /** The same as the collectors report them, since the start of the JVM. */
    private final long[] startMs = new long[CAPACITY];
    private final long[] endMs = new long[CAPACITY];
    private final List<GarbageCollectorMXBean> collectors = new ArrayList<>();
    /** Start of the JVM on the clock: the latest that was found. */
    private long startedNs = Long.MIN_VALUE;
    private int next;

    private JvmPauses(final NanoClock clock) {
        this.clock = clock;
    }

    /**
     * The pauses of this JVM, from the first call on.
     *
     * @param clock the monotonic clock of the host
     * @return the pauses
     */
    public static synchronized JvmPauses ofThisJvm(final NanoClock clock) {
        if (ofThisJvm == null) {
            final JvmPauses pauses = new JvmPauses(clock);
            for (final GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                if (collector instanceof NotificationEmitter emitter && !collector.getName().endsWith(CYCLES)) {
                    pauses.collectors.add(collector);
                    emitter.addNotificationListener((notification, _) -> pauses.collected(notification), null, null);
                }
            }
            ofThisJvm = pauses;
        }
        return ofThisJvm;
    }

    private void collected(final Notification notification) {
        if (notification.getUserData() instanceof CompositeData data && notification.getType()
                .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            add(GarbageCollectionNotificationInfo.from(data).getGcInfo());
        }
    }

    /**
     * Reads the last pause of each collector: its notification may be late on a busy machine. Allocates if there was a
     * collection.
     */
    void readLast() {
        for (final GarbageCollectorMXBean collector : collectors) {
            if (collector instanceof com.sun.management.GarbageCollectorMXBean known) {
                add(known.getLastGcInfo());
            }
        }
    }

    private synchronized void add(final GcInfo info) {
        if (info != null && !isKnown(info)) {
            compareClocks();
            add(startedNs + TimeUnit.MILLISECONDS.toNanos(info.getStartTime()) - ROUNDING_NS, clock.nanoTime(),
                    TimeUnit.MILLISECONDS.toNanos(info.getDuration()) + ROUNDING_NS);
        }
    }

    /** A thread that loses its core between the two readings finds the start too early, so it tries several times. */
    private void compareClocks() {
        for (int i = 0; i < ATTEMPTS; i++) {
            final long nowNs = clock.nanoTime();
            startedNs = Math.max(startedNs,
                    nowNs - TimeUnit.MILLISECONDS.toNanos(ManagementFactory.getRuntimeMXBean().getUptime()));
        }
    }

    private boolean isKnown(final GcInfo info) {
        for (int i = 0; i < CAPACITY; i++) {
            if (startMs[i] == info.getStartTime() && endMs[i] == info.getEndTime()) {
                return true;
            }
        }
        startMs[next] = info.getStartTime();
        endMs[next] = info.getEndTime();
        return false;
    }

    /** It was between the two times: the collectors count from a later start of the JVM than its uptime. */
    private void add(final long from, final long to, final long amount) {
        fromNs[next] = from;
        toNs[next] = to;
        amountNs[next] = amount;
        next = (next + 1) % CAPACITY;
    }

    /** How much of a time the JVM was paused. */
    synchronized long overlapNs(final long from, final long to) {
        long overlapNs = 0;
        for (int i = 0; i < CAPACITY; i++) {
            overlapNs += Math.clamp(Math.min(to, toNs[i]) - Math.max(from, fromNs[i]), 0, amountNs[i]);
        }
        return overlapNs;
    }
}
