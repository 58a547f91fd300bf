package io.verbus.testkit.transport.traffic;

import io.verbus.spi.Link;

/** A link that records its close. */
abstract class WatchedLink implements Link {
    private final Link link;
    private final Traffic traffic;
    private boolean closed;

    WatchedLink(final Link link, final Traffic traffic) {
        this.link = link;
        this.traffic = traffic;
    }

    /** The link of the transport. */
    final Link watched() {
        return link;
    }

    final boolean isClosed() {
        return closed;
    }

    /** A number that changes with every event. */
    abstract long state();

    @Override
    public final void end(final String cause) {
        link.end(cause);
    }

    @Override
    public final String endedBy() {
        return link.endedBy();
    }

    @Override
    public final boolean isReleased() {
        return link.isReleased();
    }

    @Override
    public final void close() {
        closed = true;
        traffic.happened();
        link.close();
    }

    @Override
    public final String peer() {
        return link.peer();
    }

    @Override
    public final String medium() {
        return link.medium();
    }
}
