package io.verbus.internal.image;

import io.verbus.internal.log.Log;
import io.verbus.spi.HistoryLink;
import io.verbus.testkit.transport.PlayedImageLink;
import org.agrona.concurrent.UnsafeBuffer;

/** A link from a log of this process to an image of it; a test can corrupt its copies of history. */
final class CopyingLink extends PlayedImageLink implements HistoryLink {
    private static final int MAX_LENGTH = 1024;

    /** The action of a test on a copy. */
    interface Meddling {
        /** Called when a copy is complete, and not yet reported. */
        void copied(int offset, int length, UnsafeBuffer memory);
    }

    private final Log log;
    private final UnsafeBuffer image;
    private final UnsafeBuffer file;
    private UnsafeBuffer memory;
    private boolean offers = true;
    private Meddling meddling = (offset, length, into) -> {};
    private int begun = -1;
    private int length;
    private long steps;

    CopyingLink(final Log log, final UnsafeBuffer image, final long position) {
        super(position);
        this.log = log;
        this.image = image;
        this.file = log.whole();
    }

    void withoutHistory() {
        offers = false;
    }

    void meddle(final Meddling newMeddling) {
        meddling = newMeddling;
    }

    /** The number of copies started and checked. */
    long steps() {
        return steps;
    }

    /** Pushes up to a position, as far as the image has room. */
    void push(final long newest) {
        final long end = Math.min(newest, consumed() + image.capacity());
        for (long position = readable(); position < end; position += Long.BYTES) {
            final int offset = (int) position & image.capacity() - 1;
            image.putLong(offset, log.ring().getLong(offset));
        }
        readable(Math.max(readable(), end));
    }

    void jump(final long to, final long sequence) {
        lead(to, sequence);
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
        assert begun < 0 : "two copies at once";
        assert newLength > 0 && newLength <= MAX_LENGTH : newLength + " bytes";
        steps++;
        if (endedBy() == null && steps % 5 != 0) { // the device refuses some requests
            begun = offset;
            length = newLength;
            memory.setMemory(offset, length, (byte) 0x5A);
        }
        return begun >= 0;
    }

    @Override
    public boolean isComplete() {
        assert begun >= 0 : "no copy was started";
        steps++;
        if (endedBy() != null || steps % 3 == 0) {
            return false;
        }
        memory.putBytes(begun, file, begun, length);
        meddling.copied(begun, length, memory);
        begun = -1;
        return true;
    }
}
