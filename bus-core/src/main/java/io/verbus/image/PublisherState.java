package io.verbus.image;

/**
 * What is known of a session's publisher, beside what is in its log.
 *
 * @param kind what follows from it
 * @param cause why a session is lost, in words
 */
record PublisherState(Kind kind, String cause) {
    /** It gives signs of life. */
    static final PublisherState HEARD = new PublisherState(Kind.HEARD, "it is there");
    /** It gives none, and is not dead: stopped, or starved of CPU time. */
    static final PublisherState SILENT = new PublisherState(Kind.SILENT,
            "its publisher's process gives no sign of life, but is not dead");
    /** The kernel has released its lock. */
    static final PublisherState DEAD = new PublisherState(Kind.FINAL,
            "its publisher's process died without closing it");
    /** It has taken the log's name away, as it does at the end. */
    static final PublisherState REMOVED = new PublisherState(Kind.FINAL,
            "its publisher closed it without a regular end");

    /** Its log has lost its name, and it has not closed it. */
    static final PublisherState REMOVED_BY_OTHERS = new PublisherState(Kind.FINAL,
            "its log was removed by another program while its publisher was alive");

    private enum Kind {
        HEARD, SILENT, FINAL
    }

    /** Nothing is heard of it for a reason of its own; it may come back. */
    static PublisherState silent(final String cause) {
        return new PublisherState(Kind.SILENT, cause);
    }

    /** It will not come back, for a reason of its own. */
    static PublisherState gone(final String cause) {
        return new PublisherState(Kind.FINAL, cause);
    }

    boolean isHeard() {
        return kind == Kind.HEARD;
    }

    boolean isSilent() {
        return kind == Kind.SILENT;
    }

    /** Whether nothing more will be written to the log. */
    boolean isFinal() {
        return kind == Kind.FINAL;
    }
}
