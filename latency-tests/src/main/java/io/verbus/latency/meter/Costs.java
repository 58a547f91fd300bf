package io.verbus.latency.meter;

/** Words of the lines in which processes say what they have used. */
public final class Costs {
    /** Verb of such a line. */
    public static final String DONE = "done";
    /** CPU time of the process, in ns. */
    public static final String CPU_NS = "cpuNs";
    /** CPU time of the thread that publishes, in ns. */
    public static final String THREAD_CPU_NS = "threadCpuNs";
    /** Time that the thread was ready to run and had no core, in ns. */
    public static final String WAITED_NS = "waitedNs";
    /** Bytes that the thread has allocated. */
    public static final String ALLOCATED = "allocated";
    /** Collections of garbage. */
    public static final String GC_COUNT = "gcCount";
    /** Their time. */
    public static final String GC_MS = "gcMs";
    /** Safepoints. */
    public static final String SAFEPOINT_COUNT = "safepointCount";
    /** Their time. */
    public static final String SAFEPOINT_MS = "safepointMs";

    private Costs() {
    }
}
