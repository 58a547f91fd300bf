package io.verbus.internal.recovery;

import io.verbus.Header;

/** The header of a message from a journal. One instance for all messages, valid until the handler returns. */
public final class HistoryHeader implements Header {
    private final long session;
    private long sequence;
    private int frames;
    private long publishedNs;

    public HistoryHeader(final long session) {
        this.session = session;
    }

    public HistoryHeader set(final long newSequence, final int newFrames, final long newPublishedNs) {
        sequence = newSequence;
        frames = newFrames;
        publishedNs = newPublishedNs;
        return this;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public int frames() {
        return frames;
    }

    @Override
    public long position() {
        return NO_POSITION;
    }

    @Override
    public long session() {
        return session;
    }

    @Override
    public long publishedNs() {
        return publishedNs;
    }
}
