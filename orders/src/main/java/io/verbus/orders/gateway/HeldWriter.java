package io.verbus.orders.gateway;

import io.verbus.MessageWriter;
import io.verbus.Publication;
import io.verbus.Session;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Publishes messages when a recorder has read all entries that were appended before them: a report that a seat has read
 * then holds for the next gateway too. Used by the gateway's thread.
 */
final class HeldWriter implements MessageWriter {
    /** Length and position in orders.log, before each message that waits. */
    private static final int HEADER = Integer.BYTES + Long.BYTES;
    private static final int MAX_LENGTH = 1 << 10;
    private static final long NOT_PUBLISHED = -1;

    private final Publication to;
    private final Publication log;
    private final RecordedEntries recorded;
    private final UnsafeBuffer claimed = new UnsafeBuffer(new byte[MAX_LENGTH]);
    private final ExpandableArrayBuffer waiting = new ExpandableArrayBuffer();
    private int length;
    private int begin;
    private int end;

    HeldWriter(final Publication to, final Publication log, final RecordedEntries recorded) {
        this.to = to;
        this.log = log;
        this.recorded = recorded;
    }

    @Override
    public int claim(final int newLength) {
        length = newLength;
        return 0;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return claimed;
    }

    @Override
    public long commit() {
        final long needed = log.position();
        if (begin == end && needed <= recorded.position()) {
            return to.offer(claimed, 0, length);
        }
        waiting.putInt(end, length);
        waiting.putLong(end + Integer.BYTES, needed);
        waiting.putBytes(end + HEADER, claimed, 0, length);
        end += HEADER + length;
        return NOT_PUBLISHED;
    }

    @Override
    public void abort() {
        length = 0;
    }

    @Override
    public long position() {
        return to.position();
    }

    @Override
    public Session session() {
        return to.session();
    }

    /** Bytes that wait. */
    int waiting() {
        return end - begin;
    }

    /** Publishes the messages that follow from recorded entries. */
    void release() {
        while (begin < end && waiting.getLong(begin + Integer.BYTES) <= recorded.position()) {
            to.offer(waiting, begin + HEADER, waiting.getInt(begin));
            begin += HEADER + waiting.getInt(begin);
        }
        if (begin == end) {
            begin = 0;
            end = 0;
        }
    }
}
