package io.verbus.testkit.transport.traffic;

import io.verbus.internal.log.LogLayout;
import io.verbus.spi.LogLink;

/** A publisher's link; records the pushed position. */
final class WatchedLogLink extends WatchedLink implements LogLink {
    private final LogLink link;
    /** Maximum bytes in flight without a signal; they stay unfinished until more is pushed or consumed. */
    private final int unsignalled;
    private long pushed;
    private long jumpedTo;

    WatchedLogLink(final LogLink link, final int capacity, final Traffic traffic) {
        super(link, traffic);
        this.link = link;
        this.unsignalled = capacity / LogLayout.CHUNKS;
        this.pushed = link.consumed();
    }

    long pushed() {
        return pushed;
    }

    long jumpedTo() {
        return jumpedTo;
    }

    /** Whether the device is done, as far as can be observed. */
    boolean isFinished() {
        final long unfinished = link.unfinished();
        return unfinished == Long.MAX_VALUE || link.endedBy() == null && pushed - unfinished < unsignalled;
    }

    @Override
    long state() {
        return pushed + 31 * link.consumed() + (link.endedBy() == null ? 0 : 1);
    }

    @Override
    public long push(final long from, final long to) {
        pushed = link.push(from, to);
        return pushed;
    }

    @Override
    public boolean hasCredit() {
        return link.hasCredit();
    }

    @Override
    public boolean jump(final long at, final long to, final long sequence) {
        final boolean jumped = link.jump(at, to, sequence);
        if (jumped) {
            pushed = to;
            jumpedTo = to;
        }
        return jumped;
    }

    @Override
    public void poll() {
        link.poll();
    }

    @Override
    public boolean isProbeDue() {
        return link.isProbeDue();
    }

    @Override
    public void silent(final boolean isSilent) {
        link.silent(isSilent);
    }

    @Override
    public void sendHeartbeat(final long position, final long sequence) {
        link.sendHeartbeat(position, sequence);
    }

    @Override
    public long consumed() {
        return link.consumed();
    }

    @Override
    public long unfinished() {
        return link.unfinished();
    }

    @Override
    public long heartbeat() {
        return link.heartbeat();
    }

    @Override
    public boolean isLeft() {
        return link.isLeft();
    }

    @Override
    public String toString() {
        return "pushed " + pushed + ", consumed " + consumed() + ", unfinished " + unfinished() + ", jumped to "
                + jumpedTo + ", ended by " + endedBy() + (isClosed() ? ", closed" : "");
    }
}
