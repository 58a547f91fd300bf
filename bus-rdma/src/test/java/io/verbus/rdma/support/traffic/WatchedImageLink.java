package io.verbus.rdma.support.traffic;

import io.verbus.rdma.epoch.Epoch;
import io.verbus.rdma.link.SubscriberLink;
import io.verbus.transport.Arrivals;
import io.verbus.transport.ImageLink;

/** A subscriber's end of an epoch; knows how far it was consumed. */
final class WatchedImageLink implements ImageLink {
    private final SubscriberLink link;
    private final Arrivals arrivals;
    private final Traffic traffic;
    private long consumed;
    private boolean leaving;
    private boolean closed;

    WatchedImageLink(final SubscriberLink link, final Arrivals arrivals, final long position, final Traffic traffic) {
        this.link = link;
        this.arrivals = arrivals;
        this.traffic = traffic;
        this.consumed = position;
    }

    Epoch epoch() {
        return link.epoch();
    }

    void poll() {
        arrivals.poll();
    }

    /** Whether all below a position has arrived. */
    boolean hasAll(final long position) {
        return link.readable() >= position || link.jumpPosition() >= position;
    }

    long consumed() {
        return consumed;
    }

    boolean isLeaving() {
        return leaving;
    }

    boolean isClosed() {
        return closed;
    }

    long stand() {
        return link.readable() + 31 * link.jumpPosition() + (leaving ? 2 : 0) + (link.endedBy() == null ? 0 : 1);
    }

    @Override
    public long readable() {
        return link.readable();
    }

    @Override
    public void consumed(final long position) {
        consumed = position;
        link.consumed(position);
    }

    @Override
    public long jumpPosition() {
        return link.jumpPosition();
    }

    @Override
    public long jumpSequence() {
        return link.jumpSequence();
    }

    @Override
    public void resume() {
        consumed = link.jumpPosition();
        link.resume();
    }

    @Override
    public void beat() {
        link.beat();
    }

    @Override
    public long heard() {
        return link.heard();
    }

    @Override
    public long heardPosition() {
        return link.heardPosition();
    }

    @Override
    public long heardSequence() {
        return link.heardSequence();
    }

    @Override
    public int sessions() {
        return link.sessions();
    }

    @Override
    public void leave() {
        leaving = true;
        link.leave();
    }

    @Override
    public void end(final String cause) {
        link.end(cause);
    }

    @Override
    public String endedBy() {
        return link.endedBy();
    }

    @Override
    public boolean isReleased() {
        return link.isReleased();
    }

    @Override
    public void close() {
        closed = true;
        traffic.happened();
        link.close();
    }

    @Override
    public String peer() {
        return link.peer();
    }

    @Override
    public String toString() {
        return "readable " + readable() + ", consumed " + consumed + ", jump " + jumpPosition() + ", ended by "
                + endedBy() + (leaving ? ", leaving" : "") + (closed ? ", closed" : "");
    }
}
