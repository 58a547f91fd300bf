package io.verbus.log;

import static io.verbus.log.LogLayout.HEARTBEAT_OFFSET;
import static io.verbus.log.LogLayout.HEARTBEAT_POSITION_OFFSET;
import static io.verbus.log.LogLayout.HEARTBEAT_SEQUENCE_OFFSET;

import org.agrona.concurrent.AtomicBuffer;

/**
 * Says that the publisher's process runs, and how far its log has got. Written by its conductor. Each word stands
 * alone: one may be newer than another.
 */
public final class Heartbeat {
    private Heartbeat() {
    }

    /**
     * Beats.
     *
     * @param header of the log, writable
     * @param nowNs on the monotonic clock
     * @param position of the log's end
     * @param sequence of the next message
     */
    public static void beat(final AtomicBuffer header, final long nowNs, final long position, final long sequence) {
        header.putLongOpaque(HEARTBEAT_POSITION_OFFSET, position);
        header.putLongOpaque(HEARTBEAT_SEQUENCE_OFFSET, sequence);
        header.putLongRelease(HEARTBEAT_OFFSET, nowNs);
    }

    /**
     * A word that changes as long as the publisher's conductor runs.
     *
     * @param header of the log
     * @return when it last beat, on its monotonic clock, if it is to be believed
     */
    public static long of(final AtomicBuffer header) {
        return header.getLongAcquire(HEARTBEAT_OFFSET);
    }

    /**
     * The sequence that the session had reached when it last beat.
     *
     * @param header of the log
     * @return of the message that was to come next
     */
    public static long sequence(final AtomicBuffer header) {
        return header.getLongOpaque(HEARTBEAT_SEQUENCE_OFFSET);
    }
}
