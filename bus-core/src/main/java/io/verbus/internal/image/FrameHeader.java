package io.verbus.internal.image;

import io.verbus.Header;
import io.verbus.spi.LogIdentity;

/** The header of the frame passed to a handler: one object per image, written before each call of the handler. */
final class FrameHeader implements Header {
    private final long session;
    private final String stream;
    private final String subscription;
    private final long clockOffsetNs;
    private long sequence;
    private int frames = 1;
    private long position;
    private long publishedNs = NO_TIMESTAMP;

    FrameHeader(final LogIdentity log, final String subscription) {
        this.session = log.session();
        this.stream = log.stream();
        this.subscription = subscription;
        this.clockOffsetNs = log.clockOffsetNs();
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

    @Override
    public long publishedEpochNs() {
        return publishedNs == NO_TIMESTAMP ? NO_TIMESTAMP : publishedNs + clockOffsetNs;
    }

    @Override
    public String toString() {
        return "sequence " + sequence + " of session " + Long.toHexString(session) + ", up to position " + position;
    }
}
