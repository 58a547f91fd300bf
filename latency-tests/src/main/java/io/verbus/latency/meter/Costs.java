package io.verbus.latency.meter;

/** Words of the lines with which processes report the resources that they used. */
public final class Costs {
    /** Verb of these lines. */
    public static final String DONE = "done";
    /** CPU time of the process, in ns. */
    public static final String CPU_NS = "cpuNs";
    /** CPU time of the thread that publishes, in ns. */
    public static final String THREAD_CPU_NS = "threadCpuNs";
    /** Duration of the account, in ns. */
    public static final String OPEN_NS = "openNs";
    /** Time that the thread was ready to run and had no core, in ns. */
    public static final String WAITED_NS = "waitedNs";
    /** Bytes that the thread has allocated. */
    public static final String ALLOCATED = "allocated";
    /** Number of garbage collections. */
    public static final String GC_COUNT = "gcCount";
    /** Time of the garbage collections, in ms. */
    public static final String GC_MS = "gcMs";
    /** Number of safepoints. */
    public static final String SAFEPOINT_COUNT = "safepointCount";
    /** Time of the safepoints, in ms. */
    public static final String SAFEPOINT_MS = "safepointMs";

    private Costs() {
    }
}
