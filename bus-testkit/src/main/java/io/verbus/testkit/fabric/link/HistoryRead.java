package io.verbus.testkit.fabric.link;

import io.verbus.spi.HistoryLink;
import io.verbus.testkit.fabric.link.Work.Read;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A subscriber's read of the publisher's log. It completes in pieces that may split a word or a frame, while the
 * publisher continues. The bytes that have not arrived are garbage.
 */
final class HistoryRead implements HistoryLink {
    private static final int MAX_LENGTH = 4096;
    private static final byte GARBAGE = 0x5A;

    private final ImageSide side;
    private final Medium medium;
    private final UnsafeBuffer memory;
    /** All fields below are guarded by the medium's lock. */
    private Read underWay;
    private int copied;

    HistoryRead(final ImageSide side, final UnsafeBuffer memory) {
        this.side = side;
        this.medium = side.station().medium();
        this.memory = memory;
    }

    boolean isMapped() {
        return Mappings.has(memory);
    }

    @Override
    public int maxLength() {
        return MAX_LENGTH;
    }

    @Override
    public boolean begin(final int offset, final int length) {
        side.guard.enter("begin");
        try {
            synchronized (medium) {
                medium.contract().check(underWay == null, side, "two reads at once");
                medium.contract().check(offset >= 0 && length > 0 && length <= MAX_LENGTH
                        && offset + length <= memory.capacity(), side,
                        () -> "a read of " + length + " at " + offset);
                if (side.hasEnded() || side.lane.room() < 1 || !medium.random().acceptsRequest()) {
                    return false;
                }
                memory.setMemory(offset, length, GARBAGE);
                underWay = new Read(offset, length);
                copied = 0;
                side.lane.post(underWay, medium.nowNs());
                return true;
            }
        } finally {
            side.guard.exit("begin");
        }
    }

    @Override
    public boolean isComplete() {
        side.guard.checkOpen("isComplete");
        synchronized (medium) {
            medium.contract().check(underWay != null, side, "no read in progress");
            final boolean complete = copied == underWay.length() && !side.lane.isUnderWay(underWay);
            underWay = complete ? null : underWay;
            return complete;
        }
    }

    /** Copies some bytes. Returns whether the read is complete. */
    boolean copy(final UnsafeBuffer file) {
        final int left = underWay.length() - copied;
        final int some = medium.settings().moody() ? 1 + medium.random().below(left) : left;
        memory.putBytes(underWay.offset() + copied, file, underWay.offset() + copied, some);
        copied += some;
        if (copied == underWay.length()) {
            medium.hasRead();
        }
        return copied == underWay.length();
    }
}
