package io.verbus.latency.jobs;

/** Verbs and words of the lines that jobs know. */
public final class Words {
    /** Job: round trips, the side that counts; then {@code await}, {@code ping count}, {@code idle ms}. */
    public static final String PINGER = "pinger";
    /** Job: round trips, the side that answers. */
    public static final String PONGER = "ponger";
    /** Job: one way as fast as it goes, the publishing side; then {@code await}, {@code publish stream batch ms}. */
    public static final String SOURCE = "source";
    /** Job: the polling side of that; then {@code await}, {@code receive stream}. */
    public static final String SINK = "sink";
    /** Job: one publication with many images; then {@code await count}, {@code burst bursts count everyMs}. */
    public static final String SPRAY = "spray";
    /** Job: images of that; then {@code images count policy}, {@code receive count}. */
    public static final String BASIN = "basin";

    /** Order: wait until the other side has joined. */
    public static final String AWAIT = "await";
    /** Order: so many round trips. */
    public static final String PING = "ping";
    /** Order: publish. */
    public static final String PUBLISH = "publish";
    /** Order: poll. */
    public static final String RECEIVE = "receive";
    /** Order: poll when nothing comes. */
    public static final String IDLE = "idle";
    /** Order: have so many images. */
    public static final String IMAGES = "images";

    /** Rest of the conductor in ms. */
    public static final String DUTY_CYCLE_MS = "dutyCycleMs";
    /** Core to pin the job's thread to; not pinned without. */
    public static final String CORE = "core";
    /** Address where publications listen; on this host without. */
    public static final String LISTEN = "listen";
    /** Address where subscriptions connect to; on this host without. */
    public static final String CONNECT = "connect";
    /** How many messages, or images. */
    public static final String COUNT = "count";
    /** How long in ms. */
    public static final String MS = "ms";
    /** Name of a stream. */
    public static final String STREAM = "stream";
    /** Messages between two flushes. */
    public static final String BATCH = "batch";
    /** Bytes of log. */
    public static final String CAPACITY = "capacity";
    /** Name of a policy: what happens when an image is slow. */
    public static final String POLICY = "policy";
    /** Bursts of messages. */
    public static final String BURSTS = "bursts";
    /** From the beginning of one burst to that of the next, in ms. */
    public static final String EVERY_MS = "everyMs";

    /** Answer: done. */
    public static final String DONE = "done";
    /** Bytes that the thread allocated while it was measured. */
    public static final String ALLOCATED = "allocated";
    /** Latencies in ns, one way. */
    public static final String HISTOGRAM = "histogram";
    /** How long it took, in ns. */
    public static final String NS = "ns";
    /** CPU time of the publishing thread, in ns. */
    public static final String CPU_NS = "cpuNs";
    /** Messages that the image with the fewest has got. */
    public static final String LEAST = "least";
    /** Messages that were reported missing, over all images. */
    public static final String MISSED = "missed";

    private Words() {
    }
}
