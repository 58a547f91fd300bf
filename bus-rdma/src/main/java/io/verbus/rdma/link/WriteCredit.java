package io.verbus.rdma.link;

import io.verbus.net.link.Credit;

/**
 * The credit of a subscriber and its use by the publisher: bytes, and writes, which consume a receive each. Arithmetic
 * only. For the owner of the cursor; {@link #consumed()} for any thread.
 */
final class WriteCredit {
    private final Credit bytes;
    private final int maxReceives;
    private long receives;
    private long writes;

    WriteCredit(final int capacity, final int receives, final long position) {
        this.bytes = new Credit(capacity, position);
        this.maxReceives = receives;
        this.receives = receives;
    }

    long consumed() {
        return bytes.consumed();
    }

    long pushed() {
        return bytes.pushed();
    }

    /** The position up to which the image has room; nothing is written while a jump is unconfirmed. */
    long limit() {
        return bytes.limit();
    }

    /** Remaining writes with immediate. */
    long writesLeft() {
        return receives - writes;
    }

    void pushed(final long position) {
        assert writesLeft() > 0 : "beyond credit";
        bytes.pushed(position);
        writes++;
    }

    void jumped(final long position) {
        assert writesLeft() > 0 : "invalid jump";
        bytes.jumped(position);
        writes++;
    }

    boolean isJumping() {
        return bytes.isJumping();
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
        final long known = bytes.consumed();
        if (newConsumed > known) {
            return bytes.take(newConsumed);
        }
        return null;
    }
}
