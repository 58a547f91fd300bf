package io.verbus.internal.recovery;

import io.verbus.Header;

/** The header of a message from a journal. One instance for all messages, valid until the handler returns. */
public final class HistoryHeader implements Header {
    private final long session;
    private final String stream;
    private final String subscription;
    private long sequence;
    private int frames;
    private long publishedNs;

    public HistoryHeader(final long session, final String stream, final String subscription) {
        this.session = session;
        this.stream = stream;
        this.subscription = subscription;
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
    public String stream() {
        return stream;
    }

    @Override
    public String subscription() {
        return subscription;
    }

    @Override
    public long publishedNs() {
        return publishedNs;
    }
}
