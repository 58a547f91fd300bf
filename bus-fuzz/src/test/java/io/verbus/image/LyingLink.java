package io.verbus.image;

import static io.verbus.fuzz.Checks.check;

import io.verbus.testkit.transport.PlayedImageLink;
import io.verbus.transport.HistoryLink;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A link whose publisher says what a transport lets pass: positions of frames that do not go back, jumps behind what is
 * readable. Holds the image to what it may say itself.
 */
final class LyingLink extends PlayedImageLink {
    /** What is read of the publisher's log. */
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
            readable(Math.min(readable() + length, consumed() + Rings.CAPACITY)); // as far as there is credit
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

    /** Holds the image to what it may ask for. */
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
            check(length == 0, "two reads at once");
            check(newOffset >= 0 && newLength > 0 && newLength <= MAX_LENGTH
                    && newOffset + newLength <= memory.capacity(), "a read of " + newLength + " at " + newOffset);
            offset = newOffset;
            length = newLength;
            return true;
        }

        @Override
        public boolean isComplete() {
            check(length > 0, "nothing is read");
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
        check(endedBy() != null, "closed before its end");
    }
}
