package io.verbus.internal.image;

import static io.verbus.internal.log.LogLayout.CHUNKS;

import io.verbus.PollHandler;
import io.verbus.internal.log.Log;
import io.verbus.internal.os.OffHeapLongs;

/**
 * Delivers whole messages while a local image is in its ordinary state, in place or from copies. It checks each frame,
 * and nothing else. It closes when something is not as expected, and then moves nothing: {@link FrameReader} reads the
 * frame again. Used by one thread.
 *
 * <p>The methods are small enough for the JIT compiler to inline them, with the handler, into the poll of the
 * subscription.
 */
abstract sealed class OrdinaryReader permits InPlaceReader, CopyingReader {
    /** Returned by a poll that leaves everything to the checked path. */
    static final int CHECK = -1;

    final OffHeapLongs ring;
    final OffHeapLongs logHeader;
    final int capacity;
    final int chunkLength;
    final int batchLength;
    final int payloadOffset;
    final FrameReader reader;
    final FrameHeader header;
    final LocalSubscriberPosition consumed;
    boolean open;

    OrdinaryReader(final Log log, final FrameReader reader, final LocalSubscriberPosition consumed) {
        this.ring = log.ringWords();
        this.logHeader = log.headerWords();
        this.capacity = log.identity().capacity();
        this.chunkLength = capacity / CHUNKS;
        this.batchLength = capacity / FrameReader.BATCHES_PER_LAP;
        this.payloadOffset = log.identity().payloadOffset();
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

    final boolean isOpen() {
        return open;
    }

    /**
     * Delivers messages.
     *
     * @return the number of messages taken, or {@link #CHECK}
     */
    abstract int poll(PollHandler handler, int limit);
}
