package io.verbus.counters;

/** The counters that a bus keeps. Numbers are never used again for something else. */
public enum CounterKind {
    /** End of a publication's log in bytes, as of the last duty cycle. */
    PUBLICATION_POSITION(1, "publication position"),
    /** Messages that a publication has committed, as of the last duty cycle. */
    PUBLICATION_MESSAGES(2, "publication messages"),
    /** Claims that were refused because a reader that the publisher waits for was a whole log behind. */
    BACK_PRESSURE(3, "claims back-pressured"),
    /** Subscriptions on this host that read a publication, as of the last duty cycle. */
    SUBSCRIBERS(4, "subscribers"),
    /** Times that a subscription missed messages. */
    GAPS(5, "gaps"),
    /** Messages that a subscription missed. */
    MESSAGES_MISSED(6, "messages missed"),
    /** Copies of frames that a subscription threw away because the publisher went past them meanwhile. */
    COPIES_DISCARDED(7, "copies discarded"),
    /** Longest time between two duty cycles of the conductor in nanoseconds. */
    CONDUCTOR_MAX_CYCLE_NS(8, "conductor longest cycle (ns)"),
    /** Errors that were recorded in the error log, repeated ones too. */
    ERRORS(9, "errors"),
    /** Claims that a subscription, which the counter names, has held up; one that is repeated is one. */
    CLAIMS_HELD_UP(10, "claims held up by"),
    /** For how long a subscription, which the counter names, has held up claims, in nanoseconds. */
    HELD_UP_NS(11, "time that claims were held up (ns) by"),
    /** Messages that a subscription missed and got from a journal; none of them is counted as missed. */
    MESSAGES_FILLED(12, "messages filled"),
    /** Messages of a subscription whose handler threw an exception. */
    HANDLER_FAILURES(13, "handler failures"),
    /** Bytes that a subscription has not consumed of a session on another host; kept by the subscription's process. */
    BYTES_BEHIND(14, "bytes behind"),
    /** Bytes that a subscription on another host has not consumed; kept by the publisher's process. */
    REMOTE_BYTES_BEHIND(15, "bytes behind on another host");

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

    /** {@return what it counts, for a person} */
    public String label() {
        return label;
    }
}
