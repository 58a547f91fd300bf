package io.verbus.latency.measure;

import com.sun.management.ThreadMXBean;
import io.verbus.latency.worker.Line;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/** What this process and the calling thread use while it measures, and what stops them. */
final class Account {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private final Safepoints safepoints = new Safepoints();
    private long cpuNs;
    private long waitedNs;
    private long gcCount;
    private long gcMs;
    private long threadCpuNs;
    private long allocated;
    private Line closed;

    /** Begins; what this itself allocates is not counted. */
    void open() {
        final Scheduled scheduled = Scheduled.now();
        cpuNs = scheduled.processCpuNs();
        waitedNs = scheduled.threadWaitedNs();
        gcCount = gcCount();
        gcMs = gcMs();
        safepoints.open();
        threadCpuNs = THREADS.getCurrentThreadCpuTime();
        allocated = THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Ends, by the same thread. */
    void close() {
        final long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        final long ownNs = THREADS.getCurrentThreadCpuTime() - threadCpuNs;
        final Scheduled scheduled = Scheduled.now();
        closed = safepoints.close(Line.of(Orders.DONE)
                .with(Orders.ALLOCATED, bytes)
                .with(Orders.THREAD_CPU_NS, ownNs)
                .with(Orders.CPU_NS, scheduled.processCpuNs() - cpuNs)
                .with(Orders.WAITED_NS, scheduled.threadWaitedNs() - waitedNs)
                .with(Orders.GC_COUNT, gcCount() - gcCount)
                .with(Orders.GC_MS, gcMs() - gcMs));
    }

    /** What it came to, as the beginning of an answer. */
    Line line() {
        return closed;
    }

    private static long gcCount() {
        return COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
    }

    private static long gcMs() {
        return COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
    }
}
