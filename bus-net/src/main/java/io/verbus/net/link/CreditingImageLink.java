package io.verbus.net.link;

import io.verbus.spi.ImageLink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The subscriber's link of an epoch, with its positions. It returns credit by shares of the image. */
public abstract class CreditingImageLink implements ImageLink {
    private static final long NONE = -1;
    private static final int SHARES = 8;
    private static final VarHandle CONSUMED;
    private static final VarHandle READABLE;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            CONSUMED = lookup.findVarHandle(CreditingImageLink.class, "consumed", long.class);
            READABLE = lookup.findVarHandle(CreditingImageLink.class, "readable", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final CreditingPoller poller;
    private final int share;
    private volatile long readable;
    private volatile long jumpPosition = NONE;
    private volatile long jumpSequence;
    /** Stored with release after the last access to the bytes, and loaded with acquire before it is sent. */
    private long consumed;
    private volatile boolean leaving;

    /**
     * A new epoch.
     *
     * @param poller that polls it
     * @param capacity of the image
     * @param position of its start
     */
    protected CreditingImageLink(final CreditingPoller poller, final int capacity, final long position) {
        this.poller = poller;
        this.share = capacity / SHARES;
        this.readable = position;
        this.consumed = position;
    }

    /** {@return the consumed position that the publisher knows, or is about to} */
    protected abstract long granted();

    /** Sends all credit now, or with the next poll. Polling thread. */
    protected abstract void grantAll();

    /** {@return whether a share of the image is consumed and not granted; polling thread} */
    protected final boolean isShareConsumed() {
        return consumed - granted() >= share;
    }

    /** {@return the consumed position; polling thread} */
    protected final long consumed() {
        return consumed;
    }

    /** {@return the consumed position; any thread, which then may send it} */
    protected final long consumedSoFar() {
        return (long) CONSUMED.getAcquire(this);
    }

    /**
     * Makes arrived bytes readable.
     *
     * @param position below which everything has arrived
     */
    protected final void readable(final long position) {
        READABLE.setRelease(this, position); // a volatile store would be a fence for each arrival
    }

    /**
     * Announces a jump after the readable bytes.
     *
     * @param position of the jump
     * @param sequence of the frame there
     */
    protected final void jumped(final long position, final long sequence) {
        jumpSequence = sequence;
        jumpPosition = position;
    }

    /** {@return whether a jump waits for {@link #resume()}} */
    protected final boolean isJumping() {
        return jumpPosition != NONE;
    }

    /** {@return whether the subscription leaves the session} */
    protected final boolean isLeaving() {
        return leaving;
    }

    @Override
    public final long readable() {
        return readable;
    }

    @Override
    public final void consumed(final long position) {
        assert position >= consumed && position <= readable : "not readable";
        CONSUMED.setRelease(this, position);
        final long granted = granted();
        if (position - granted >= share) {
            poller.creditIsDue();
        } else if (position != granted) {
            poller.creditIsPending();
        }
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
        final long position = jumpPosition;
        assert position != NONE : "no jump";
        readable = position;
        jumpPosition = NONE;
        CONSUMED.setRelease(this, position); // last: a heartbeat may send it at once
        grantAll();
    }

    @Override
    public final void leave() {
        leaving = true;
    }
}
