package io.verbus.monitor;

/** The counters of a bus. Numbers are never reused. */
public enum CounterKind {
    /** End of a publication's log in bytes, as of the last duty cycle. */
    PUBLICATION_POSITION(1, "publication position"),
    /** Messages that a publication has committed, as of the last duty cycle. */
    PUBLICATION_MESSAGES(2, "publication messages"),
    /** Claims that were refused because a blocking reader lagged by a whole log. */
    BACK_PRESSURE(3, "claims back-pressured"),
    /** Subscriptions on this host that read a publication, as of the last duty cycle. */
    SUBSCRIBERS(4, "subscribers"),
    /** Times that a subscription missed messages. */
    GAPS(5, "gaps"),
    /** Messages that a subscription missed. */
    MESSAGES_MISSED(6, "messages missed"),
    /** Copies of frames that a subscription discarded because the publisher lapped it during the copy. */
    COPIES_DISCARDED(7, "copies discarded"),
    /** Longest time between two duty cycles of the conductor in nanoseconds. */
    CONDUCTOR_MAX_CYCLE_NS(8, "conductor longest cycle (ns)"),
    /** Errors in the error log, with repetitions. */
    ERRORS(9, "errors"),
    /** Refused claims caused by the subscription of this counter; a claim that is repeated counts once. */
    BACK_PRESSURED_CLAIMS(10, "claims back-pressured by"),
    /** Time for which the subscription of this counter caused back pressure, in nanoseconds. */
    BACK_PRESSURE_NS(11, "back-pressure time (ns) by"),
    /** Missing messages that a subscription got from a journal; they do not count as missed. */
    MESSAGES_FILLED(12, "messages filled"),
    /** Exceptions of a subscription's handler, one per message. */
    HANDLER_FAILURES(13, "handler failures"),
    /** Lag of a subscription in a session on another host, in bytes; kept by the subscription's process. */
    LAG_BYTES(14, "lag (bytes)"),
    /** Lag of a subscription on another host, in bytes; kept by the publisher's process. */
    REMOTE_LAG_BYTES(15, "lag on another host (bytes)"),
    /**
     * Why the publisher on another host does not honour BLOCK of a subscription: ordinal of a
     * {@link io.verbus.Refusal}; kept by the subscription's process while it is refused.
     */
    REFUSAL(16, "BLOCK refused (cause)"),
    /** As {@link #REFUSAL}, of a subscription on another host; kept by the publisher's process. */
    REMOTE_REFUSAL(17, "BLOCK refused on another host (cause)"),
    /** Time of the last duty cycle of the process, on the monotonic clock of its host. */
    CONDUCTOR_HEARTBEAT_NS(18, "conductor heartbeat (ns)"),
    /** Messages of a session on another host up to the next to consume; kept by the subscription's process. */
    CONSUMED_MESSAGES(19, "messages consumed"),
    /** Lag of a subscription in a session on another host, in messages; kept by the subscription's process. */
    LAG_MESSAGES(20, "lag (messages)"),
    /** Position that a subscription on another host has consumed, in bytes; kept by the publisher's process. */
    REMOTE_POSITION(21, "position on another host (bytes)"),
    /** 1 while a subscription on another host has no heartbeat; kept by the publisher's process. */
    REMOTE_SILENT(22, "silent on another host"),
    /** A counter of the application, which only grows. */
    APPLICATION_COUNTER(23, "application counter"),
    /** A value of the application, which may also fall. */
    APPLICATION_GAUGE(24, "application gauge"),
    /**
     * Connections so far of a subscription to a session on another host; the key names the link of the last one. Kept
     * by the subscription's process.
     */
    EPOCHS(25, "epochs"),
    /**
     * Bytes of credit that remain to the publisher on another host when it has pushed its log, as of its last
     * heartbeat; there is none while it is not connected. Kept by the subscription's process.
     */
    CREDIT_BYTES(26, "credit (bytes)"),
    /** Capacity of the log of a session on another host, in bytes; kept by the subscription's process. */
    LOG_BYTES(27, "log on another host (bytes)"),
    /** As {@link #EPOCHS}, of a subscription on another host; kept by the publisher's process. */
    REMOTE_EPOCHS(28, "epochs to another host"),
    /**
     * Bytes that a publisher may write to a subscription on another host before that returns more; there is none while
     * it is not connected. Kept by the publisher's process.
     */
    REMOTE_CREDIT_BYTES(29, "credit of another host (bytes)"),
    /** Latencies that a subscription has recorded, as of the last second. */
    LATENCIES(30, "latencies"),
    /** Median of the latencies of a subscription in the last ten seconds, in nanoseconds; -1 if there were none. */
    LATENCY_P50_NS(31, "latency p50 (ns)"),
    /** As {@link #LATENCY_P50_NS}, the 99th percentile. */
    LATENCY_P99_NS(32, "latency p99 (ns)"),
    /** As {@link #LATENCY_P50_NS}, the 99.9th percentile. */
    LATENCY_P999_NS(33, "latency p99.9 (ns)"),
    /** As {@link #LATENCY_P50_NS}, the longest. */
    LATENCY_MAX_NS(34, "latency max (ns)"),
    /** Messages that a subscription has received late, with this cause; see {@link LateCause}. */
    LATE_BY_PAUSE(35, "late by a pause of the JVM"),
    /** As {@link #LATE_BY_PAUSE}. */
    LATE_BY_FULL_LOG(36, "late by a full log"),
    /** As {@link #LATE_BY_PAUSE}. */
    LATE_BY_GAP(37, "late by a gap"),
    /** As {@link #LATE_BY_PAUSE}. */
    LATE_BY_NOT_RUNNING(38, "late as not running"),
    /** As {@link #LATE_BY_PAUSE}. */
    LATE_BY_NO_CREDIT(39, "late by lack of credit"),
    /** As {@link #LATE_BY_PAUSE}. */
    LATE_BY_PUBLISHER(40, "late by the publisher"),
    /** As {@link #LATE_BY_PAUSE}. */
    LATE_BY_READER(41, "late by the reader"),
    /** As {@link #LATE_BY_PAUSE}. */
    LATE_BY_UNKNOWN(42, "late by unknown cause"),
    /** The longest time of a late message of a subscription, in nanoseconds; 0 if there was none. */
    LATE_WORST_NS(43, "latest message (ns)"),
    /** The latency from which on a message of a subscription is late, in nanoseconds. */
    LATE_FROM_NS(44, "late from (ns)");

    private final int id;
    private final String label;

    CounterKind(final int id, final String label) {
        this.id = id;
        this.label = label;
    }

    /**
     * Finds a kind.
     *
     * @param id type id in the counters' metadata
     * @return the kind, null if this build does not know it
     */
    public static CounterKind of(final int id) {
        for (final CounterKind kind : values()) {
            if (kind.id == id) {
                return kind;
            }
        }
        return null;
    }

    /** {@return the type id in the counters' metadata} */
    public int id() {
        return id;
    }

    /** {@return the label for a person} */
    public String label() {
        return label;
    }
}
