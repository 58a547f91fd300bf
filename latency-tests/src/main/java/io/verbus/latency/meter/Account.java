package io.verbus.latency.meter;

import com.sun.management.ThreadMXBean;
import io.verbus.latency.worker.ControlLine;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Resources that this process and the calling thread use during a measurement, and the pauses that stop them.
 */
public final class Account {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private final Safepoints safepoints = new Safepoints();
    private long openedNs;
    private long cpuNs;
    private long waitedNs;
    private long gcCount;
    private long gcMs;
    private long threadCpuNs;
    private long allocated;
    private ControlLine closed;

    /** Makes an account that is not open. */
    public Account() {
    }

    /** Starts the account. The allocations of this method are not counted. */
    public void open() {
        openedNs = System.nanoTime();
        final Scheduled scheduled = Scheduled.now();
        cpuNs = scheduled.processCpuNs();
        waitedNs = scheduled.threadWaitedNs();
        gcCount = gcCount();
        gcMs = gcMs();
        safepoints.open();
        threadCpuNs = THREADS.getCurrentThreadCpuTime();
        allocated = THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Ends the account, by the same thread. */
    public void close() {
        final long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        final long ownNs = THREADS.getCurrentThreadCpuTime() - threadCpuNs;
        final Scheduled scheduled = Scheduled.now();
        closed = safepoints.close(ControlLine.of(Costs.DONE)
                .with(Costs.ALLOCATED, bytes)
                .with(Costs.THREAD_CPU_NS, ownNs)
                .with(Costs.CPU_NS, scheduled.processCpuNs() - cpuNs)
                .with(Costs.OPEN_NS, System.nanoTime() - openedNs)
                .with(Costs.WAITED_NS, scheduled.threadWaitedNs() - waitedNs)
                .with(Costs.GC_COUNT, gcCount() - gcCount)
                .with(Costs.GC_MS, gcMs() - gcMs));
    }

    /** {@return the totals, as words of {@link Costs}: the start of an answer} */
    public ControlLine line() {
        return closed;
    }

    private static long gcCount() {
        return COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
    }

    private static long gcMs() {
        return COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
    }
}
