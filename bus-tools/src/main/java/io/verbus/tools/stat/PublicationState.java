package io.verbus.tools.stat;

import java.util.Locale;

/** The condition of a publication. */
enum PublicationState {
    /** Its process has ended without closing it. */
    GONE,
    /** It is closed; its log remains until the readers have read it. */
    CLOSED,
    /** Its process, or its publishing thread, has not run for a second or longer. */
    STALLED,
    /** A slow subscription blocks its claims. */
    BLOCKED,
    /** None of the others. */
    OPEN;

    /** The word for a person. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
