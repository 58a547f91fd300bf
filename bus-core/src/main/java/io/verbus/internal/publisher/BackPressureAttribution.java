package io.verbus.internal.publisher;

import io.verbus.internal.conductor.Conductor;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.log.RefusedClaims;
import org.agrona.concurrent.AtomicBuffer;

/** Attributes refused claims, and their duration, to the readers that cause them. Used by the publisher's thread. */
public final class BackPressureAttribution {
    /**
     * A refused claim is retried in a loop. A scan of the readers on each attempt would slow down the readers it waits
     * for.
     */
    private static final long RESOLUTION_NS = 1_000;

    private final AtomicBuffer header;
    private final LogWriter writer;
    private final LocalReaders readers;
    /** Null without endpoints. */
    private final RemoteReaders remote;
    private final Conductor conductor;
    /** Position of the claim that was recorded last. */
    private long position = -1;
    private long recordedNs;
    private long firstNs;
    /** Number of claims that waited for long. */
    private int longWaits;
    private boolean isLong;

    public BackPressureAttribution(final PublicationParts parts, final Conductor conductor) {
        this.header = parts.log().header();
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
        noteWait(isFirst, nowNs);
        readers.attributeRefusal(isFirst, additionalNs);
        if (remote != null) {
            remote.attributeRefusal(isFirst, additionalNs);
        }
    }

    /** Subscriptions read there that the message of this claim is late. */
    private void noteWait(final boolean isFirst, final long nowNs) {
        if (isFirst) {
            firstNs = nowNs;
            isLong = false;
        } else if (nowNs - firstNs >= RefusedClaims.LEAST_NS) {
            longWaits += isLong ? 0 : 1;
            isLong = true;
            RefusedClaims.store(header, longWaits % RefusedClaims.NUMBER, position, firstNs, nowNs);
        }
    }
}
