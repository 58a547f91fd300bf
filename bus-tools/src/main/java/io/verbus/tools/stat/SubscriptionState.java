package io.verbus.tools.stat;

import java.util.Locale;

/** A condition of a subscription in a session. More than one may hold, in this order of importance. */
enum SubscriptionState {
    /** Its process has ended without closing it. */
    GONE,
    /** Its process does not run, or it has unread messages and its thread consumes none. */
    STALLED,
    /** The publisher has overwritten messages that it has not consumed. */
    LAPPED,
    /** Its lag blocks the claims of the publisher. */
    BLOCKS,
    /** It has no unread messages, or consumes them. */
    READING,
    /** It reads no session: none exists, or it is not connected. */
    WAITING;

    /** The word for a person. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
