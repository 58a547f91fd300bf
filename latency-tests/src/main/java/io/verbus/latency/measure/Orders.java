package io.verbus.latency.measure;

/** Verbs and words of the orders to the processes of a subject, and of their answers. */
public final class Orders {
    /** Job: the side that measures, or publishes. */
    public static final String NEAR = "near";
    /** Job: the other side. */
    public static final String FAR = "far";
    /** Job: both sides, on two threads. */
    public static final String BOTH = "both";
    /** Job: the driver of a subject that has one. */
    public static final String DRIVER = "driver";

    /** Job: a thread that only reads the clock. */
    public static final String CLOCK = "clock";

    /** Name of the subject. */
    public static final String SUBJECT = "subject";
    /** One of the modes of {@link io.verbus.latency.result.MeasuredPoint}. */
    public static final String MODE = "mode";
    /** Directory that all processes of the subject share. */
    public static final String DIRECTORY = "directory";
    /** Bytes of a message. */
    public static final String PAYLOAD = "payload";
    /** Bytes of log, ring or term; 0: the default of the subject. */
    public static final String CAPACITY = "capacity";
    /** Address of the side that measures. */
    public static final String NEAR_ADDRESS = "nearAddress";
    /** Address of the other side. */
    public static final String FAR_ADDRESS = "farAddress";
    /** Lowest port that may be used. */
    public static final String PORT = "port";
    /** 1 if the sides are on two hosts. */
    public static final String APART = "apart";
    /** Parameters of RDMA addresses. */
    public static final String PARAMETERS = "parameters";
    /** Core of the near side's thread; absent: not pinned. */
    public static final String NEAR_CORE = "nearCore";
    /** Core of the far side's thread; absent: not pinned. */
    public static final String FAR_CORE = "farCore";
    /** 1 if slow readers are skipped, where the subject knows the difference; else the publisher waits for them. */
    public static final String SKIPS = "skips";

    /** Order: wait until all ends are connected. */
    public static final String AWAIT = "await";
    /** Reading ends: of this process, where it reads; else of the stream. */
    public static final String READERS = "readers";
    /** Order: reopen the subject in a new folder; {@link #AWAIT} follows. */
    public static final String RENEW = "renew";
    /** Order: measure. */
    public static final String RUN = "run";
    /** Order: describe the subject. */
    public static final String DESCRIBE = "describe";

    /** Number of messages. */
    public static final String COUNT = "count";
    /** Number of messages before those, which are not measured. */
    public static final String LEAD = "lead";
    /** Duration, in ms. */
    public static final String MS = "ms";
    /** Messages a second. */
    public static final String RATE = "rate";

    /** Answer: done. */
    public static final String DONE = "done";
    /** Answer of both sides, each as a word. */
    public static final String TWO = "two";
    /** Messages that were sent. */
    public static final String SENT = "sent";
    /** Messages that were received. */
    public static final String RECEIVED = "received";
    /** Messages that were reported missing. */
    public static final String MISSED = "missed";
    /** Measured time, in ns. */
    public static final String NS = "ns";
    /** Messages within the measured time. */
    public static final String TIMED = "timed";
    /** Latencies, in ns. */
    public static final String HISTOGRAM = "histogram";
    /** Sum of all words of all messages. */
    public static final String SUM = "sum";
    /** Name and version. */
    public static final String TITLE = "title";
    /** Bytes that carry a stream. */
    public static final String MEMORY = "memory";
    /** Prefix of a setting; its number follows. */
    public static final String SETTING = "setting";

    private Orders() {
    }
}
