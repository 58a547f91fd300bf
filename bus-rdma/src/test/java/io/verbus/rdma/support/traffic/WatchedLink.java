package io.verbus.rdma.support.traffic;

import io.verbus.rdma.link.Epoch;
import io.verbus.spi.Link;

/** A link that records its close. */
abstract class WatchedLink implements Link {
    private final Link link;
    private final Epoch epoch;
    private final Traffic traffic;
    private boolean closed;

    WatchedLink(final Link link, final Epoch epoch, final Traffic traffic) {
        this.link = link;
        this.epoch = epoch;
        this.traffic = traffic;
    }

    final Epoch epoch() {
        return epoch;
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
