package io.verbus;

/**
 * A header that is written before each call of a handler: by the bus, by applications that deliver messages which they
 * have held, and by tests of handlers. For one thread.
 */
public final class MutableHeader implements Header {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final long session;
    private final String stream;
    private final String subscription;
    private final long clockOffsetNs;
    private long sequence;
    private int frames = 1;
    private long position = NO_POSITION;
    private long publishedNs = NO_TIMESTAMP;

    /**
     * The header of a session, without position and timestamp, whose clock is not known.
     *
     * @param session its id
     * @param stream its name
     * @param subscription name of the subscription; empty if there is none
     */
    public MutableHeader(final long session, final String stream, final String subscription) {
        this(session, stream, subscription, UNKNOWN);
    }

    /**
     * The header of a session with a known clock.
     *
     * @param session its id
     * @param stream its name
     * @param subscription name of the subscription
     * @param clockOffsetNs difference of UTC and the timestamps of the session: UTC minus timestamp
     */
    public MutableHeader(final long session, final String stream, final String subscription,
            final long clockOffsetNs) {
        this.session = session;
        this.stream = stream;
        this.subscription = subscription;
        this.clockOffsetNs = clockOffsetNs;
    }

    /**
     * Goes to the next message, with as many frames as the one before.
     *
     * @param newSequence its sequence
     * @param newPosition the position after it; {@link #NO_POSITION} for a message from a journal
     * @return this
     */
    public MutableHeader set(final long newSequence, final long newPosition) {
        sequence = newSequence;
        position = newPosition;
        return this;
    }

    /**
     * Goes to the next message.
     *
     * @param newSequence its sequence
     * @param newPosition the position after it; {@link #NO_POSITION} for a message from a journal
     * @param newFrames number of its frames
     * @return this
     */
    public MutableHeader set(final long newSequence, final long newPosition, final int newFrames) {
        frames = newFrames;
        return set(newSequence, newPosition);
    }

    /**
     * Sets the time of publication.
     *
     * @param newPublishedNs timestamp of the session; {@link #NO_TIMESTAMP} for none
     * @return this
     */
    public MutableHeader publishedNs(final long newPublishedNs) {
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
        return publishedNs == NO_TIMESTAMP || clockOffsetNs == UNKNOWN ? NO_TIMESTAMP : publishedNs + clockOffsetNs;
    }

    @Override
    public String toString() {
        return "sequence " + sequence + " of session " + Long.toHexString(session) + ", up to position " + position;
    }
}
