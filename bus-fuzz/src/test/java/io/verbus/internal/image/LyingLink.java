package io.verbus.internal.image;

import static io.verbus.fuzz.Checks.check;

import io.verbus.spi.HistoryLink;
import io.verbus.testkit.transport.PlayedImageLink;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A link whose publisher sends any words that pass the checks of a transport: frame positions that do not decrease,
 * jumps beyond the readable position. Checks the calls of the image.
 */
final class LyingLink extends PlayedImageLink {
    /** Reads of the publisher's log. */
    interface Past {
        void read(int offset, int length, UnsafeBuffer memory);
    }

    /** Null for a publisher that offers no history. */
    private final Past past;

    LyingLink(final long position, final Past past) {
        super(position);
        this.past = past;
    }

    void advance(final long length) {
        if (!isLedElsewhere() && endedBy() == null) {
            readable(Math.min(readable() + length, consumed() + Rings.CAPACITY)); // limited by credit
        }
    }

    void jump(final long position, final long sequence) {
        if (!isLedElsewhere() && endedBy() == null && position > readable()) {
            lead(position, sequence);
        }
    }

    @Override
    public boolean offersHistory() {
        return past != null;
    }

    @Override
    public HistoryLink history(final UnsafeBuffer memory) {
        return new Reading(memory);
    }

    /** Checks the READs of the image. */
    private final class Reading implements HistoryLink {
        private static final int MAX_LENGTH = 1024;

        private final UnsafeBuffer memory;
        private int offset;
        private int length;

        Reading(final UnsafeBuffer memory) {
            this.memory = memory;
        }

        @Override
        public int maxLength() {
            return MAX_LENGTH;
        }

        @Override
        public boolean begin(final int newOffset, final int newLength) {
            check(length == 0, "concurrent READs");
            check(newOffset >= 0 && newLength > 0 && newLength <= MAX_LENGTH
                    && newOffset + newLength <= memory.capacity(), "READ of " + newLength + " at " + newOffset);
            offset = newOffset;
            length = newLength;
            return true;
        }

        @Override
        public boolean isComplete() {
            check(length > 0, "no READ started");
            if (endedBy() != null) {
                return false;
            }
            past.read(offset, length, memory);
            length = 0;
            return true;
        }
    }

    @Override
    public void close() {
        check(endedBy() != null, "closed before the end");
    }
}
