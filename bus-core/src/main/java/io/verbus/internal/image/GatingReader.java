package io.verbus.internal.image;

import io.verbus.PollHandler;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.internal.log.Log;

/**
 * Delivers whole messages in place while the publisher waits for a local image. An empty poll loads one or two words of
 * the log. It checks that the publisher still waits for this reader. Used by one thread.
 *
 * <p>An empty commit word is not checked further. A reader that was evicted and lapped may find such a word in the
 * middle of a later frame, so the conductor sends an image that was lapped through its checked path.
 */
final class GatingReader extends InPlaceReader {
    private final LocalSubscriberPosition position;
    private final long subscription;
    /** The acknowledgement in the log's header, and the join that it must have. */
    private int acknowledgement;
    private long join;

    /**
     * A closed reader.
     *
     * @param log to read
     * @param reader of the same log, at the same frame
     * @param position as the publisher sees it
     * @param onDoubtful called when the last delivered message may have changed during its handler: the reader is
     *     lapped, and this one closed
     */
    GatingReader(final Log log, final FrameReader reader, final LocalSubscriberPosition position,
            final Runnable onDoubtful) {
        super(log, reader, position, onDoubtful);
        this.position = position;
        this.subscription = position.subscription();
    }

    @Override
    void open() {
        acknowledgement = position.acknowledgement();
        join = position.join();
        super.open();
    }

    @Override
    int poll(final PollHandler handler, final int limit) {
        if (!open) {
            return CHECK;
        }
        final long start = reader.position();
        final int offset = (int) start & (capacity - 1);
        fetchSecondLine(offset);
        if (ring.getLongAcquire(offset) == 0) {
            return 0;
        }
        if (!Acknowledgements.holds(logHeader, acknowledgement, subscription, join)) {
            return check();
        }
        return deliver(handler, limit, start, offset, capacity);
    }
}
