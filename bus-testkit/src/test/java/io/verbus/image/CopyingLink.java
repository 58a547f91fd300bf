package io.verbus.image;

import io.verbus.log.Log;
import io.verbus.transport.HistoryLink;
import io.verbus.transport.ImageLink;
import org.agrona.concurrent.UnsafeBuffer;

/** A link from a log of this process to an image of it; what it copies of history, a test can spoil. */
final class CopyingLink implements ImageLink, HistoryLink {
    private static final int MAX_LENGTH = 1024;

    /** What a test does to a copy. */
    interface Meddling {
        /** When all of a copy is here, and nobody has been told. */
        void copied(int offset, int length, UnsafeBuffer memory);
    }

    private final Log log;
    private final UnsafeBuffer image;
    private final UnsafeBuffer file;
    private UnsafeBuffer memory;
    private long readable;
    private long consumed;
    private long jumpPosition = -1;
    private long jumpSequence;
    private String endedBy;
    private boolean offers = true;
    private Meddling meddling = (offset, length, into) -> {};
    private int begun = -1;
    private int length;
    private long steps;

    CopyingLink(final Log log, final UnsafeBuffer image, final long position) {
        this.log = log;
        this.image = image;
        this.file = log.whole();
        this.readable = position;
        this.consumed = position;
    }

    void withoutHistory() {
        offers = false;
    }

    void meddle(final Meddling newMeddling) {
        meddling = newMeddling;
    }

    /** How many copies were begun, and looked at. */
    long steps() {
        return steps;
    }

    /** Pushes up to a position, as far as the image has room. */
    void push(final long newest) {
        for (final long end = Math.min(newest, consumed + image.capacity()); readable < end; readable += Long.BYTES) {
            final int offset = (int) readable & image.capacity() - 1;
            image.putLong(offset, log.ring().getLong(offset));
        }
    }

    void jump(final long to, final long sequence) {
        jumpSequence = sequence;
        jumpPosition = to;
    }

    @Override
    public boolean offersHistory() {
        return offers;
    }

    @Override
    public HistoryLink history(final UnsafeBuffer newMemory) {
        memory = newMemory;
        return this;
    }

    @Override
    public int maxLength() {
        return MAX_LENGTH;
    }

    @Override
    public boolean begin(final int offset, final int newLength) {
        assert begun < 0 : "two at once";
        assert newLength > 0 && newLength <= MAX_LENGTH : newLength + " bytes";
        steps++;
        if (endedBy == null && steps % 5 != 0) { // the device refuses now and then
            begun = offset;
            length = newLength;
            memory.setMemory(offset, length, (byte) 0x5A);
        }
        return begun >= 0;
    }

    @Override
    public boolean isComplete() {
        assert begun >= 0 : "nothing was begun";
        steps++;
        if (endedBy != null || steps % 3 == 0) {
            return false;
        }
        memory.putBytes(begun, file, begun, length);
        meddling.copied(begun, length, memory);
        begun = -1;
        return true;
    }

    @Override
    public long readable() {
        return readable;
    }

    @Override
    public void consumed(final long position) {
        assert position >= consumed && position <= readable : "consumed " + position;
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
        readable = jumpPosition;
        consumed = jumpPosition;
        jumpPosition = -1;
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
        end("it was closed");
    }

    @Override
    public String peer() {
        return "a test";
    }
}
