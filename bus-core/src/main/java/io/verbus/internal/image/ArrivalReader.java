package io.verbus.internal.image;

import io.verbus.PollHandler;
import io.verbus.spi.ImageLink;

/**
 * Delivers whole messages in place from memory of this process that a publisher on another host writes to: those whose
 * bytes have all arrived. Credit keeps the publisher from overwriting them. Used by one thread.
 */
final class ArrivalReader extends InPlaceReader {
    private final RemoteImage image;
    private ImageLink link;

    /**
     * A closed reader.
     *
     * @param image to read
     * @param consumed its position, as the publisher sees it
     */
    ArrivalReader(final RemoteImage image, final RemoteSubscriberPosition consumed) {
        super(image.log, image.reader, consumed, image::resume);
        this.image = image;
    }

    /** Delivers what arrives on a link. */
    void open(final ImageLink from) {
        link = from;
        open();
    }

    @Override
    int poll(final PollHandler handler, final int limit) {
        if (!open) {
            return CHECK;
        }
        final ImageLink link = this.link;
        final long start = reader.position();
        final long arrived = link.readable() - start;
        if (arrived == 0) {
            return link.jumpPosition() < 0 && link.endedBy() == null && image.isPublisherHeard() ? 0 : check();
        }
        final int offset = (int) start & (capacity - 1);
        return deliver(handler, limit, start, offset, (int) Math.min(capacity, offset + arrived));
    }
}
