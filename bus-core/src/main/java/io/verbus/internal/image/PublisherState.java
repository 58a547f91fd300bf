package io.verbus.internal.image;

/**
 * The known state of a session's publisher, besides its log.
 *
 * @param kind of the state
 * @param cause why a session is lost, for operators
 */
record PublisherState(Kind kind, String cause) {
    /** Its heartbeat arrives. */
    static final PublisherState HEARD = new PublisherState(Kind.HEARD, "its publisher is alive");
    /** It is silent, and not dead: stopped, or starved of CPU time. */
    static final PublisherState SILENT = new PublisherState(Kind.SILENT,
            "its publisher's process is silent, but not dead");
    /** The kernel has released its lock. */
    static final PublisherState DEAD = new PublisherState(Kind.FINAL,
            "its publisher's process died without closing it");
    /** It has unlinked the log, as in a close. */
    static final PublisherState REMOVED = new PublisherState(Kind.FINAL,
            "its publisher closed it without a regular end");

    /** Another program has unlinked its log. */
    static final PublisherState REMOVED_BY_OTHERS = new PublisherState(Kind.FINAL,
            "its log was removed by another program while its publisher was alive");

    private enum Kind {
        HEARD, SILENT, FINAL
    }

    /** It is silent for a given cause; it may return. */
    static PublisherState silent(final String cause) {
        return new PublisherState(Kind.SILENT, cause);
    }

    /** It will not return, for a given cause. */
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
