package io.verbus.sample.subscriber.join;

import io.verbus.Header;

/** The header of a message that was held. It has no time: how late it is says nothing of the bus. */
final class HeldFrame implements Header {
    private long session;
    private long sequence;
    private int frames;

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

    /** Not kept: books ask for none. */
    @Override
    public long position() {
        throw new UnsupportedOperationException("the position of a held message is not kept");
    }

    @Override
    public long session() {
        return session;
    }

    @Override
    public long publishedNs() {
        return NO_TIMESTAMP;
    }
}
