package io.verbus.latency.jobs;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What the calling thread uses while it is measured. It yields at the beginning and at the end: that does nothing, but
 * whoever looks at its system calls sees where the measured part is.
 */
final class Meter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long allocated;

    void start() {
        Thread.yield();
        allocated = THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Returns the bytes allocated since the start. */
    long stop() {
        final long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        Thread.yield();
        return bytes;
    }

    /** CPU time of the calling thread since it was born. */
    static long cpuNs() {
        return THREADS.getCurrentThreadCpuTime();
    }
}
