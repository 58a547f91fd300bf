package io.verbus.internal.image;

import static io.verbus.internal.log.LogLayout.CHUNKS;

import io.verbus.MutableHeader;
import io.verbus.PollHandler;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Log;
import io.verbus.internal.os.OffHeapLongs;

/**
 * Delivers whole messages while an image is in its ordinary state, in place or from copies. It checks each frame,
 * and nothing else. It closes when something is not as expected, and then moves nothing: {@link FrameReader} reads the
 * frame again. Used by one thread.
 *
 * <p>A poll has one call on the way to a message. A reader that waits finds a message in few of its polls; the JIT
 * compiler inlines nothing into a branch that is so rare, but compiles the called method as a whole, with the handler.
 *
 * <p>A poll also loads a word of the next cache line if the last message continued into a second one, and drops the
 * value. So both lines of a message come from the publisher's core at the same time, and not one after the other
 * (docs/decisions/0035-poll.md).
 */
abstract sealed class OrdinaryReader permits InPlaceReader, CopyingReader {
    /** Returned by a poll that leaves everything to the checked path. */
    static final int CHECK = -1;
    private static final int CACHE_LINE_LENGTH = 64;

    final OffHeapLongs ring;
    final OffHeapLongs logHeader;
    final int capacity;
    final int chunkLength;
    final int batchLength;
    final int payloadOffset;
    final FrameReader reader;
    final MutableHeader header;
    final SubscriberPosition consumed;
    boolean open;
    /** Distance of the word that a poll loads beside the commit word; 0 for none: a message is expected in one line. */
    private int ahead;
    /** The value of that word. It is stored, because the compiler removes a load without use. */
    private long dropped;

    OrdinaryReader(final Log log, final FrameReader reader, final SubscriberPosition consumed) {
        this.ring = log.ringWords();
        this.logHeader = log.headerWords();
        this.capacity = log.identity().capacity();
        this.chunkLength = capacity / CHUNKS;
        this.batchLength = capacity / FrameReader.BATCHES_PER_LAP;
        this.payloadOffset = FrameLayout.payloadOffset(log.identity());
        this.reader = reader;
        this.header = reader.header();
        this.consumed = consumed;
    }

    /** Delivers the messages of later polls. The image is in its ordinary state. */
    void open() {
        open = true;
    }

    /** Leaves all later polls to the checked path. */
    final void close() {
        open = false;
    }

    /** Leaves this poll and all later ones to the checked path. */
    final int check() {
        open = false;
        return CHECK;
    }

    final boolean isOpen() {
        return open;
    }

    /** Loads a word of the second cache line of the message that is expected at an offset, if it has one. */
    final void fetchSecondLine(final int offset) {
        if (ahead != 0) {
            dropped = ring.getLong(offset + ahead & capacity - 1);
        }
    }

    /** The address of that word in the next poll, or {@link OffHeapLongs#NEVER_ZERO}. */
    final long secondLine() {
        return ahead == 0 ? OffHeapLongs.NEVER_ZERO : ring.address(reader.position() + ahead & capacity - 1);
    }

    /** Expects that the next message continues into a second cache line if the last one, moved there, would. */
    final void expect(final long position, final long lastLength) {
        ahead = (position & CACHE_LINE_LENGTH - 1) + lastLength > CACHE_LINE_LENGTH ? CACHE_LINE_LENGTH : 0;
    }

    /**
     * Delivers messages.
     *
     * @return the number of messages taken, or {@link #CHECK}
     */
    abstract int poll(PollHandler handler, int limit);
}
