package io.verbus.internal.journal;

import io.verbus.BusException;

/** No recorder has written the first page of a segment like this: {@link SegmentRepair} may be able to rebuild it. */
final class CorruptHeader extends BusException {
    private static final long serialVersionUID = 1;

    CorruptHeader(final String message) {
        super(message);
    }
}
