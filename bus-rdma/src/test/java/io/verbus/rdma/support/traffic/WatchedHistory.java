package io.verbus.rdma.support.traffic;

import io.verbus.transport.HistoryLink;

/** Reads of history; whether one is under way can be asked without the image's noticing. */
final class WatchedHistory implements HistoryLink {
    private final HistoryLink link;
    private boolean underWay;
    private boolean complete;
    private long count;

    WatchedHistory(final HistoryLink link) {
        this.link = link;
    }

    /** Whether something has been begun that is not here. */
    boolean isUnderWay() {
        look();
        return underWay && !complete;
    }

    /** How many are here. */
    long count() {
        return count;
    }

    private void look() {
        if (underWay && !complete && link.isComplete()) {
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
        underWay = link.begin(offset, length);
        return underWay;
    }

    @Override
    public boolean isComplete() {
        look();
        final boolean come = complete;
        underWay &= !come;
        complete = false;
        return come;
    }
}
