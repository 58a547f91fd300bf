package io.verbus.monitor;

/**
 * Why a message was delivered late, as far as the host of its subscription knows. A message has the cause that covers
 * most of its time in flight; of causes that cover about the same, the first of this list.
 */
public enum LateCause {
    /** The collector of the reader's JVM had stopped its threads. */
    PAUSE(CounterKind.LATE_BY_PAUSE, "pause", "the garbage collector stopped the reader's JVM"),
    /** The claim of the message was refused, because a blocking reader lagged by a whole log. */
    FULL_LOG(CounterKind.LATE_BY_FULL_LOG, "full-log", "a blocking reader lagged by a whole log, so the claim waited"),
    /** The message waited while missing ones before it were fetched. */
    GAP(CounterKind.LATE_BY_GAP, "gap", "missing messages before it were being fetched"),
    /** The reader's thread waited for a core, or its whole process was stopped. */
    NOT_RUNNING(CounterKind.LATE_BY_NOT_RUNNING, "not-running", "the reader's thread had no core, or was stopped"),
    /** The publisher on another host had no credit left. */
    NO_CREDIT(CounterKind.LATE_BY_NO_CREDIT, "no-credit", "the publisher on another host had no credit left"),
    /** No heartbeat of the publisher's process arrived: it was stopped, or the connection was. */
    PUBLISHER(CounterKind.LATE_BY_PUBLISHER, "publisher",
            "the publisher's process, or the connection to it, was silent"),
    /** The reader's thread was in its handler, or did other work instead of polling. */
    READER(CounterKind.LATE_BY_READER, "reader", "the reader was in its handler, or did other work"),
    /** None of these covers a quarter of its time in flight. */
    UNKNOWN(CounterKind.LATE_BY_UNKNOWN, "unknown", "nothing that the host knows explains it");

    private final CounterKind kind;
    private final String word;
    private final String description;

    LateCause(final CounterKind kind, final String word, final String description) {
        this.kind = kind;
        this.word = word;
        this.description = description;
    }

    /** {@return the counter of late messages with this cause} */
    public CounterKind kind() {
        return kind;
    }

    /** {@return a word for tables and metrics} */
    public String word() {
        return word;
    }

    /** {@return the cause in words, for operators} */
    public String description() {
        return description;
    }
}
