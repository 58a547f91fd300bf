package io.verbus.rdma.link;

import io.verbus.log.FrameLayout;

/**
 * What a subscriber has granted its publisher, and what the publisher has used of it: bytes, and writes that each take
 * a receive. Arithmetic only; for the cursor's owner, {@link #consumed()} for any thread.
 */
final class Credit {
    private final int capacity;
    private final int maxReceives;
    private volatile long consumed;
    private long receives;
    private long pushed;
    private long writes;
    /** Where the log was left for a jump that the subscriber has not confirmed; -1 if there is none. */
    private long jumpedAt = -1;

    Credit(final int capacity, final int receives, final long position) {
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

    /** The position up to which there is room in the image; nothing is written while a jump is not confirmed. */
    long limit() {
        return jumpedAt >= 0 ? pushed : consumed + capacity;
    }

    /** How many writes with an immediate may be begun. */
    long writesLeft() {
        return receives - writes;
    }

    void pushed(final long position) {
        assert position > pushed && position <= limit() && writesLeft() > 0 : "beyond credit";
        pushed = position;
        writes++;
    }

    void jumped(final long position) {
        assert position > pushed && writesLeft() > 0 && jumpedAt < 0 : "a jump that is none";
        jumpedAt = pushed;
        pushed = position;
        writes++;
    }

    boolean isJumping() {
        return jumpedAt >= 0;
    }

    /**
     * Takes in what the subscriber says.
     *
     * @param newConsumed position
     * @param newReceives that were ever posted
     * @return what is wrong with it, in words; null if nothing is
     */
    String take(final long newConsumed, final long newReceives) {
        if (newReceives != receives) {
            if (newReceives < receives || newReceives > writes + maxReceives) {
                return "it says that it has posted " + newReceives + " receives, where " + receives + " to "
                        + (writes + maxReceives) + " are possible";
            }
            receives = newReceives;
        }
        final long known = consumed;
        if (newConsumed != known) {
            if (newConsumed < known || newConsumed > pushed || newConsumed % FrameLayout.ALIGNMENT != 0
                    || jumpedAt >= 0 && newConsumed > jumpedAt && newConsumed < pushed) {
                return "it says that it has consumed all below " + newConsumed + ", where " + known + " to " + pushed
                        + " are possible";
            }
            consumed = newConsumed;
            if (newConsumed == pushed) {
                jumpedAt = -1;
            }
        }
        return null;
    }
}
