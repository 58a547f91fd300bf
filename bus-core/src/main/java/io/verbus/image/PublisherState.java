package io.verbus.image;

/** What is known of a session's publisher, beside what is in its log. */
enum PublisherState {
    /** It gives signs of life. */
    HEARD("it is there"),
    /** It gives none, and is not dead: stopped, or starved of CPU time. */
    SILENT("its publisher's process gives no sign of life, but is not dead"),
    /** The kernel has released its lock. */
    DEAD("its publisher's process died without closing it"),
    /** It has taken the log's name away, as it does at the end. */
    REMOVED("its log was removed before there was room for its end");

    private final String cause;

    PublisherState(final String cause) {
        this.cause = cause;
    }

    /** Why a session is lost, in words. */
    String cause() {
        return cause;
    }

    /** Whether nothing more will be written to the log. */
    boolean isFinal() {
        return this == DEAD || this == REMOVED;
    }
}
