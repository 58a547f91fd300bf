package io.verbus.image;

import static io.verbus.fuzz.Checks.check;

import io.verbus.transport.HistoryLink;
import io.verbus.transport.ImageLink;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A link whose publisher says what a transport lets pass: positions of frames that do not go back, jumps behind what is
 * readable. Holds the image to what it may say itself.
 */
final class LyingLink implements ImageLink {
    /** What is read of the publisher's log. */
    interface Past {
        void read(int offset, int length, UnsafeBuffer memory);
    }

    /** Null for a publisher that offers no history. */
    private final Past past;
    private long readable;
    private long consumed;
    private long jumpPosition = -1;
    private long jumpSequence;
    private String endedBy;

    LyingLink(final long position, final Past past) {
        this.past = past;
        readable = position;
        consumed = position;
    }

    void advance(final long length) {
        if (jumpPosition < 0 && endedBy == null) {
            readable += Math.min(length, consumed + Rings.CAPACITY - readable); // as far as there is credit
        }
    }

    void jump(final long position, final long sequence) {
        if (jumpPosition < 0 && endedBy == null && position > readable) {
            jumpSequence = sequence;
            jumpPosition = position;
        }
    }

    @Override
    public long readable() {
        return readable;
    }

    @Override
    public void consumed(final long position) {
        check(position >= consumed && position <= readable, "consumed " + position + ", where " + consumed + " to "
                + readable + " is possible");
        consumed = position;
    }

    @Override
    public long jumpPosition() {
        return jumpPosition;
    }

    @Override
    public long jumpSequence() {
        return jumpSequence;
    }

    @Override
    public void resume() {
        check(jumpPosition >= 0, "there is no jump");
        readable = jumpPosition;
        consumed = jumpPosition;
        jumpPosition = -1;
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
            if (endedBy != null) {
                return false;
            }
            past.read(offset, length, memory);
            length = 0;
            return true;
        }
    }

    @Override
    public void beat() {
    }

    @Override
    public long heard() {
        return 0;
    }

    @Override
    public long heardPosition() {
        return 0;
    }

    @Override
    public long heardSequence() {
        return 0;
    }

    @Override
    public int sessions() {
        return 1;
    }

    @Override
    public void leave() {
        end("it was left");
    }

    @Override
    public void end(final String cause) {
        endedBy = endedBy == null ? cause : endedBy;
    }

    @Override
    public String endedBy() {
        return endedBy;
    }

    @Override
    public boolean isReleased() {
        return endedBy != null;
    }

    @Override
    public void close() {
        check(endedBy != null, "closed before its end");
    }

    @Override
    public String peer() {
        return "10.0.0.2:7471";
    }
}
