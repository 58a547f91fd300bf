package io.verbus.internal.image;

import io.verbus.Header;

/** The header of the frame passed to a handler: one object per image, written before each call of the handler. */
final class FrameHeader implements Header {
    private final long session;
    private long sequence;
    private int frames = 1;
    private long position;
    private long publishedNs = NO_TIMESTAMP;

    FrameHeader(final long session) {
        this.session = session;
    }

    void set(final long newSequence, final long newPosition) {
        sequence = newSequence;
        position = newPosition;
    }

    void set(final long newSequence, final long newPosition, final int newFrames) {
        set(newSequence, newPosition);
        frames = newFrames;
    }

    void publishedNs(final long newPublishedNs) {
        publishedNs = newPublishedNs;
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
        return position;
    }

    @Override
    public long session() {
        return session;
    }

    @Override
    public long publishedNs() {
        return publishedNs;
    }

    @Override
    public String toString() {
        return "sequence " + sequence + " of session " + Long.toHexString(session) + ", up to position " + position;
    }
}
