package io.verbus.rdma.link;

import io.verbus.spi.LogIdentity;

/**
 * The credit of a subscriber and its use by the publisher: bytes, and writes, which consume a receive each. Arithmetic
 * only. For the owner of the cursor; {@link #consumed()} for any thread.
 */
final class WriteCredit {
    private final int capacity;
    private final int maxReceives;
    private volatile long consumed;
    private long receives;
    private long pushed;
    private long writes;
    /** Position where the log was left by an unconfirmed jump; -1 if there is none. */
    private long jumpedAt = -1;

    WriteCredit(final int capacity, final int receives, final long position) {
        this.capacity = capacity;
        this.maxReceives = receives;
        this.receives = receives;
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
        return jumpedAt >= 0 ? pushed : consumed + capacity;
    }

    /** Remaining writes with immediate. */
    long writesLeft() {
        return receives - writes;
    }

    void pushed(final long position) {
        assert position > pushed && position <= limit() && writesLeft() > 0 : "beyond credit";
        pushed = position;
        writes++;
    }

    void jumped(final long position) {
        assert position > pushed && writesLeft() > 0 && jumpedAt < 0 : "invalid jump";
        jumpedAt = pushed;
        pushed = position;
        writes++;
    }

    boolean isJumping() {
        return jumpedAt >= 0;
    }

    /**
     * Applies the words of the subscriber. A lower word than the known one is of an older WRITE that the device has
     * placed later, which verbs allows: it grants nothing, and is ignored.
     *
     * @param newConsumed position
     * @param newReceives number of receives ever posted
     * @return the violation; null if there is none
     */
    String take(final long newConsumed, final long newReceives) {
        if (newReceives > receives) {
            if (newReceives > writes + maxReceives) {
                return "it reports " + newReceives + " posted receives, expected " + receives + " to "
                        + (writes + maxReceives);
            }
            receives = newReceives;
        }
        final long known = consumed;
        if (newConsumed > known) {
            if (newConsumed > pushed || newConsumed % LogIdentity.ALIGNMENT != 0
                    || jumpedAt >= 0 && newConsumed > jumpedAt && newConsumed < pushed) {
                return "it reports position " + newConsumed + " as consumed, expected " + known + " to " + pushed;
            }
            consumed = newConsumed;
            if (newConsumed == pushed) {
                jumpedAt = -1;
            }
        }
        return null;
    }
}
