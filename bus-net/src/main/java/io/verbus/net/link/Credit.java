package io.verbus.net.link;

import io.verbus.spi.LogIdentity;

/**
 * The bytes that an image has room for, as the publisher knows. Arithmetic only. For the owner of the cursor; {@link
 * #consumed()} for any thread.
 */
public final class Credit {
    private static final long NONE = -1;

    private final int capacity;
    private volatile long consumed;
    private long pushed;
    /** Position where the log was left by an unconfirmed jump. */
    private long jumpedAt = NONE;

    /**
     * The credit of a new epoch.
     *
     * @param capacity of the image
     * @param position of its start
     */
    public Credit(final int capacity, final long position) {
        this.capacity = capacity;
        this.consumed = position;
        this.pushed = position;
    }

    /** {@return the position below which everything is consumed; any thread} */
    public long consumed() {
        return consumed;
    }

    /** {@return the end of the last push, or the position of the last jump} */
    public long pushed() {
        return pushed;
    }

    /** {@return the position up to which the image has room; nothing is written while a jump is unconfirmed} */
    public long limit() {
        return isJumping() ? pushed : consumed + capacity;
    }

    /** {@return whether a jump is unconfirmed} */
    public boolean isJumping() {
        return jumpedAt != NONE;
    }

    /**
     * Records a push.
     *
     * @param position its end, at most {@link #limit()}
     */
    public void pushed(final long position) {
        assert position > pushed && position <= limit() : "beyond credit";
        pushed = position;
    }

    /**
     * Records a jump.
     *
     * @param position above {@link #pushed()}
     */
    public void jumped(final long position) {
        assert position > pushed && !isJumping() : "invalid jump";
        jumpedAt = pushed;
        pushed = position;
    }

    /**
     * Applies a consumed position of the subscriber, which is not trusted.
     *
     * @param position below which everything is consumed
     * @return the violation; null if there is none
     */
    public String take(final long position) {
        final long known = consumed;
        final boolean isInsideJump = isJumping() && position > jumpedAt && position < pushed;
        if (position < known || position > pushed || position % LogIdentity.ALIGNMENT != 0 || isInsideJump) {
            return "it reports position " + position + " as consumed, expected " + known + " to " + pushed;
        }
        consumed = position;
        if (position == pushed) {
            jumpedAt = NONE;
        }
        return null;
    }
}
