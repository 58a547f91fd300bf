package io.verbus.testkit.transport;

import io.verbus.spi.ImageLink;

/** A subscriber's end of an epoch without a peer: the subclass plays the publisher. Used by one thread. */
public abstract class PlayedImageLink implements ImageLink {
    private static final long NOWHERE = -1;

    private long readable;
    private long consumed;
    private long jumpPosition = NOWHERE;
    private long jumpSequence;
    private String endedBy;

    /** An epoch that begins at a position. */
    protected PlayedImageLink(final long position) {
        this.readable = position;
        this.consumed = position;
    }

    /** Makes everything up to a position readable. */
    protected final void readable(final long position) {
        readable = position;
    }

    /** Announces a jump of the publisher. */
    protected final void lead(final long position, final long sequence) {
        jumpSequence = sequence;
        jumpPosition = position;
    }

    /** Whether an announced jump has not been followed yet. */
    protected final boolean isLedElsewhere() {
        return jumpPosition != NOWHERE;
    }

    /** The consumed position. */
    protected final long consumed() {
        return consumed;
    }

    @Override
    public final long readable() {
        return readable;
    }

    @Override
    public final void consumed(final long position) {
        if (position < consumed || position > readable) {
            throw new AssertionError("consumed " + position + ", where " + consumed + " to " + readable
                    + " is possible");
        }
        consumed = position;
    }

    @Override
    public final long jumpPosition() {
        return jumpPosition;
    }

    @Override
    public final long jumpSequence() {
        return jumpSequence;
    }

    @Override
    public final void resume() {
        if (!isLedElsewhere()) {
            throw new AssertionError("no jump is announced");
        }
        readable = jumpPosition;
        consumed = jumpPosition;
        jumpPosition = NOWHERE;
    }

    @Override
    public final void sendHeartbeat() {
    }

    @Override
    public final long heartbeat() {
        return 0;
    }

    @Override
    public final long publisherPosition() {
        return 0;
    }

    @Override
    public final long publisherSequence() {
        return 0;
    }

    @Override
    public final int sessions() {
        return 1;
    }

    @Override
    public final void leave() {
        end("it was left");
    }

    @Override
    public final void end(final String cause) {
        endedBy = endedBy == null ? cause : endedBy;
    }

    @Override
    public final String endedBy() {
        return endedBy;
    }

    @Override
    public final boolean isReleased() {
        return endedBy != null;
    }

    @Override
    public void close() {
        end("it was closed");
    }

    @Override
    public final String peer() {
        return "10.0.0.2:7471";
    }
}
