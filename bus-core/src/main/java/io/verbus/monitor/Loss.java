package io.verbus.monitor;

import io.verbus.GapCause;

/**
 * A final loss of a subscription, as recorded in the loss report: one gap, or the sum of several.
 *
 * @param epochNs when the gap was found, nanoseconds UTC since 1970; of a sum, the newest gap
 * @param publisher of the lost messages
 * @param subscriber that missed them
 * @param extent the missing sequences
 * @param cause of the gap; of a sum, the newest
 * @param description the cause in words, cut at 124 bytes; of a sum, the newest
 */
public record Loss(long epochNs, Publisher publisher, Reporter subscriber, Extent extent, GapCause cause,
        String description) {
    /**
     * The missing sequences.
     *
     * @param first missing sequence
     * @param last missing sequence
     * @param messages number of missing messages; all from first to last if there is one gap
     * @param gaps number of gaps
     */
    public record Extent(long first, long last, long messages, long gaps) {}

    /**
     * One gap.
     *
     * @param epochNs when the gap was found, nanoseconds UTC since 1970
     * @param publisher of the lost messages
     * @param subscriber that missed them
     * @param first missing sequence
     * @param last missing sequence
     * @param cause of the gap
     * @param description the cause in words, cut at 124 bytes
     */
    public Loss(final long epochNs, final Publisher publisher, final Reporter subscriber, final long first,
            final long last, final GapCause cause, final String description) {
        this(epochNs, publisher, subscriber, new Extent(first, last, last - first + 1, 1), cause, description);
    }

    /**
     * A publisher's session on a stream.
     *
     * @param stream name of the stream
     * @param session id of the session
     * @param pid of its process
     */
    public record Publisher(String stream, long session, long pid) {}

    /**
     * A subscription.
     *
     * @param name chosen by the user, cut at 124 bytes
     * @param id of the subscription
     * @param pid of its process
     */
    public record Reporter(String name, long id, long pid) {}

    /** {@return the first missing sequence} */
    public long first() {
        return extent.first();
    }

    /** {@return the last missing sequence} */
    public long last() {
        return extent.last();
    }

    /** {@return the number of missing messages} */
    public long count() {
        return extent.messages();
    }

    /** {@return the number of gaps} */
    public long gaps() {
        return extent.gaps();
    }
}
