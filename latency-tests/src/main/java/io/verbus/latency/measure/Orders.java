package io.verbus.latency.measure;

/** Verbs and words of the lines that are exchanged with the processes of a subject. */
public final class Orders {
    /** Job: the side that measures, or publishes. */
    public static final String NEAR = "near";
    /** Job: the other side. */
    public static final String FAR = "far";
    /** Job: both sides, on two threads. */
    public static final String BOTH = "both";
    /** Job: what the two sides need beside them. */
    public static final String DRIVER = "driver";

    /** Name of the subject. */
    public static final String SUBJECT = "subject";
    /** One of the modes of {@link io.verbus.latency.result.Point}. */
    public static final String MODE = "mode";
    /** Where the processes meet. */
    public static final String DIRECTORY = "directory";
    /** Bytes of a message. */
    public static final String PAYLOAD = "payload";
    /** Bytes of log, ring or term; the subject's own without. */
    public static final String CAPACITY = "capacity";
    /** Address of the side that measures. */
    public static final String NEAR_ADDRESS = "nearAddress";
    /** Address of the other side. */
    public static final String FAR_ADDRESS = "farAddress";
    /** Lowest port that may be used. */
    public static final String PORT = "port";
    /** Parameters of RDMA addresses. */
    public static final String PARAMETERS = "parameters";
    /** Core of the near side's thread; not pinned without. */
    public static final String NEAR_CORE = "nearCore";
    /** Core of the far side's thread; not pinned without. */
    public static final String FAR_CORE = "farCore";
    /** Reading ends. */
    public static final String READERS = "readers";

    /** Order: wait until everybody is there. */
    public static final String AWAIT = "await";
    /** Order: begin anew, in new files; then wait again. */
    public static final String RENEW = "renew";
    /** Order: measure. */
    public static final String RUN = "run";
    /** Order: what are you? */
    public static final String DESCRIBE = "describe";

    /** How many. */
    public static final String COUNT = "count";
    /** How many go before those, and are not measured. */
    public static final String LEAD = "lead";
    /** For how long, in ms. */
    public static final String MS = "ms";
    /** Messages a second. */
    public static final String RATE = "rate";

    /** Answer: done. */
    public static final String DONE = "done";
    /** Answer of both sides in one. */
    public static final String TWO = "two";
    /** Messages that were sent. */
    public static final String SENT = "sent";
    /** Messages that were received. */
    public static final String RECEIVED = "received";
    /** Messages that were reported missing. */
    public static final String MISSED = "missed";
    /** How long it took, in ns. */
    public static final String NS = "ns";
    /** Messages of that time. */
    public static final String TIMED = "timed";
    /** Latencies. */
    public static final String HISTOGRAM = "histogram";
    /** Sum of all words of all messages. */
    public static final String SUM = "sum";
    /** Name and version. */
    public static final String TITLE = "title";
    /** Bytes that carry a stream. */
    public static final String MEMORY = "memory";
    /** Before the number of a setting. */
    public static final String SETTING = "setting";

    private Orders() {
    }
}
