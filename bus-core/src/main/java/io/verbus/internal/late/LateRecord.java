package io.verbus.internal.late;

import io.verbus.monitor.LateCause;

/** A late message, or a time in which messages were held back. Reused by the conductor. */
final class LateRecord {
    /** Late messages so far, this one included. */
    long count;
    /** Times on the monotonic clock of this host. */
    long publishedNs;
    long receivedNs;
    /** Since then, each poll has found a message. */
    long busySinceNs;
    long session;
    /** Null for a message. */
    LateCause hold;

    long flightNs() {
        return receivedNs - publishedNs;
    }
}
