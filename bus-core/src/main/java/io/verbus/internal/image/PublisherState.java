package io.verbus.internal.image;

import io.verbus.LossCause;

/**
 * The known state of a session's publisher, besides its log.
 *
 * @param cause why the session is lost; null while the publisher's heartbeat arrives
 * @param description the cause in words, for operators
 */
record PublisherState(LossCause cause, String description) {
    /** Its heartbeat arrives. */
    static final PublisherState ALIVE = new PublisherState(null, "its publisher is alive");
    /** It is silent, and not dead: stopped, or starved of CPU time. */
    static final PublisherState SILENT = of(LossCause.SILENT);
    /** The kernel has released its lock. */
    static final PublisherState DEAD = of(LossCause.DIED);
    /** It was a relay, which has died or was closed. */
    static final PublisherState RELAY_ENDED = of(LossCause.RELAY_ENDED);
    /** It has unlinked the log, as in a close. */
    static final PublisherState REMOVED = of(LossCause.BROKEN_OFF);
    /** Another program has unlinked its log. */
    static final PublisherState REMOVED_BY_OTHERS = of(LossCause.LOG_REMOVED);

    private static PublisherState of(final LossCause cause) {
        return new PublisherState(cause, cause.description());
    }

    boolean isHeard() {
        return cause == null;
    }

    /** Whether it is silent, and may return. */
    boolean isSilent() {
        return cause != null && !isFinal();
    }

    /** Whether nothing more will be written to the log. */
    boolean isFinal() {
        return cause != null && (cause.isForGood() || cause == LossCause.RELAY_ENDED);
    }
}
