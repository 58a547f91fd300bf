package io.verbus;

import io.verbus.conductor.Conductor;
import io.verbus.conductor.Readers;
import io.verbus.log.LogWriter;
import io.verbus.remote.RemoteReaders;

/** Finds out who stands in the way of a claim that was refused, and for how long. Used by the publisher's thread. */
final class HeldUpClaims {
    /** Who waits tries again and again. To look at its readers each time would slow down those that it waits for. */
    private static final long RESOLUTION_NS = 1_000;

    private final LogWriter writer;
    private final Readers readers;
    /** Null without endpoints. */
    private final RemoteReaders remote;
    private final Conductor conductor;
    /** Of the claim that was noted last. */
    private long position = -1;
    private long notedNs;

    HeldUpClaims(final Publication.Parts parts, final Conductor conductor) {
        this.writer = parts.writer();
        this.readers = parts.readers();
        this.remote = parts.remote();
        this.conductor = conductor;
    }

    /** A claim was refused; in the same place as before, it is the same. */
    void refused() {
        final long nowNs = conductor.nowNs();
        final boolean isFirst = writer.position() != position;
        final long moreNs = isFirst ? 0 : nowNs - notedNs;
        if (!isFirst && moreNs < RESOLUTION_NS) {
            return;
        }
        position = writer.position();
        notedNs = nowNs;
        readers.noteHoldUps(isFirst, moreNs);
        if (remote != null) {
            remote.noteHoldUps(isFirst, moreNs);
        }
    }
}
