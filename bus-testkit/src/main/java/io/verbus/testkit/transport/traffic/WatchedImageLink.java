package io.verbus.testkit.transport.traffic;

import io.verbus.spi.HistoryLink;
import io.verbus.spi.ImageLink;
import io.verbus.spi.ReceivePoller;
import org.agrona.concurrent.UnsafeBuffer;

/** A subscriber's link; records the consumed position. */
final class WatchedImageLink extends WatchedLink implements ImageLink {
    private final ImageLink link;
    private final ReceivePoller arrivals;
    private final Traffic traffic;
    private long consumed;
    private boolean leaving;
    private WatchedHistory history;

    WatchedImageLink(final ImageLink link, final ReceivePoller arrivals, final long position,
            final Traffic traffic) {
        super(link, traffic);
        this.traffic = traffic;
        this.link = link;
        this.arrivals = arrivals;
        this.consumed = position;
    }

    void poll() {
        arrivals.poll();
    }

    /** Whether all bytes below a position have arrived. */
    boolean hasAll(final long position) {
        return link.readable() >= position || link.jumpPosition() >= position;
    }

    long consumed() {
        return consumed;
    }

    boolean isLeaving() {
        return leaving;
    }

    /** Whether history is being read. */
    boolean isReading() {
        return history != null && history.isPending();
    }

    @Override
    public boolean offersHistory() {
        return link.offersHistory();
    }

    @Override
    public HistoryLink history(final UnsafeBuffer memory) {
        traffic.happened();
        history = new WatchedHistory(link.history(memory));
        return history;
    }

    @Override
    long state() {
        final long reads = history == null ? 0 : history.count();
        return link.readable() + 31 * link.jumpPosition() + 961 * reads + (leaving ? 2 : 0)
                + (link.endedBy() == null ? 0 : 1);
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
    public void sendHeartbeat() {
        link.sendHeartbeat();
    }

    @Override
    public long heartbeat() {
        return link.heartbeat();
    }

    @Override
    public boolean isSilent() {
        return link.isSilent();
    }

    @Override
    public long publisherPosition() {
        return link.publisherPosition();
    }

    @Override
    public long publisherSequence() {
        return link.publisherSequence();
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
    public String toString() {
        return "readable " + readable() + ", consumed " + consumed + ", jump " + jumpPosition() + ", ended by "
                + endedBy() + (leaving ? ", leaving" : "") + (isClosed() ? ", closed" : "");
    }
}
