package io.verbus.tcp.link;

import io.verbus.spi.LogIdentity;

/**
 * The bytes that an image has room for, as the publisher knows. For the owner of the cursor; consumed for any thread.
 */
final class Credit {
    private static final long NONE = -1;

    private final int capacity;
    private volatile long consumed;
    private long pushed;
    /** Position where the log was left by an unconfirmed jump. */
    private long jumpedAt = NONE;

    Credit(final int capacity, final long position) {
        this.capacity = capacity;
        this.consumed = position;
        this.pushed = position;
    }

    long consumed() {
        return consumed;
    }

    long pushed() {
        return pushed;
    }

    /** The position up to which the image has room; nothing is written while a jump is unconfirmed. */
    long limit() {
        return isJumping() ? pushed : consumed + capacity;
    }

    boolean isJumping() {
        return jumpedAt != NONE;
    }

    void pushed(final long position) {
        assert position > pushed && position <= limit() : "beyond credit";
        pushed = position;
    }

    void jumped(final long position) {
        assert position > pushed && !isJumping() : "invalid jump";
        jumpedAt = pushed;
        pushed = position;
    }

    /** Applies a consumed position; returns the violation, or null. */
    String take(final long position) {
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
