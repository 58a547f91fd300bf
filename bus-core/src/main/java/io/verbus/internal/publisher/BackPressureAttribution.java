package io.verbus.internal.publisher;

import io.verbus.internal.conductor.Conductor;
import io.verbus.internal.log.LogWriter;

/** Attributes refused claims, and their duration, to the readers that cause them. Used by the publisher's thread. */
public final class BackPressureAttribution {
    /**
     * A refused claim is retried in a loop. A scan of the readers on each attempt would slow down the readers it waits
     * for.
     */
    private static final long RESOLUTION_NS = 1_000;

    private final LogWriter writer;
    private final LocalReaders readers;
    /** Null without endpoints. */
    private final RemoteReaders remote;
    private final Conductor conductor;
    /** Position of the claim that was recorded last. */
    private long position = -1;
    private long recordedNs;

    public BackPressureAttribution(final PublicationParts parts, final Conductor conductor) {
        this.writer = parts.writer();
        this.readers = parts.readers();
        this.remote = parts.remote();
        this.conductor = conductor;
    }

    /** Records a refused claim; one at the same position as the last is the same claim. */
    public void refused() {
        final long nowNs = conductor.nowNs();
        final boolean isFirst = writer.position() != position;
        final long additionalNs = isFirst ? 0 : nowNs - recordedNs;
        if (!isFirst && additionalNs < RESOLUTION_NS) {
            return;
        }
        position = writer.position();
        recordedNs = nowNs;
        readers.attributeRefusal(isFirst, additionalNs);
        if (remote != null) {
            remote.attributeRefusal(isFirst, additionalNs);
        }
    }
}
