package io.verbus.marketdata.join;

import io.verbus.Header;

/** The header of a held message. It has no timestamp, because its delay is not a latency of the bus. */
final class HeldFrame implements Header {
    private String stream = "";
    private String subscription = "";
    private long session;
    private long sequence;
    private int frames;

    /** Sets the names, which are those of all held messages. */
    void namedAs(final Header header) {
        stream = header.stream();
        subscription = header.subscription();
    }

    void of(final long newSession, final long newSequence, final int newFrames) {
        session = newSession;
        sequence = newSequence;
        frames = newFrames;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public int frames() {
        return frames;
    }

    /** Unsupported: the books do not use it. */
    @Override
    public long position() {
        throw new UnsupportedOperationException("a held message has no position");
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
        return NO_TIMESTAMP;
    }
}
