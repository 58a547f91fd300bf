package io.verbus.testkit.transport.traffic;

import io.verbus.spi.HistoryLink;

/** History READs; a pending one can be detected without effect on the image. */
final class WatchedHistory implements HistoryLink {
    private final HistoryLink link;
    private boolean pending;
    private boolean complete;
    private long count;

    WatchedHistory(final HistoryLink link) {
        this.link = link;
    }

    /** Whether a READ is pending. */
    boolean isPending() {
        update();
        return pending && !complete;
    }

    /** Number of completed READs. */
    long count() {
        return count;
    }

    private void update() {
        if (pending && !complete && link.isComplete()) {
            complete = true;
            count++;
        }
    }

    @Override
    public int maxLength() {
        return link.maxLength();
    }

    @Override
    public boolean begin(final int offset, final int length) {
        pending = link.begin(offset, length);
        return pending;
    }

    @Override
    public boolean isComplete() {
        update();
        final boolean completed = complete;
        pending &= !completed;
        complete = false;
        return completed;
    }
}
