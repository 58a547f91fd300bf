package io.verbus.journal.segment;

import io.verbus.BusException;
import io.verbus.os.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A copy of a part of a file, which moves along. What is read of a journal is read from such copies: nobody can change
 * it between the check and the use, and a file that somebody cuts short is no SIGBUS. Used by one thread.
 */
public final class Window {
    private static final int MOST_AHEAD = 1 << 20;
    /** What is read at the end of a journal that is still being written, where most of it is zeros. */
    private static final int SHORT = 1 << 14;

    private ByteBuffer bytes = ByteBuffer.allocateDirect(SHORT);
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private long start;
    private int length;
    private int ahead = SHORT;

    /** With nothing in it. */
    public Window() {
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /** Where a byte of the file is in the buffer, if {@link #has} it. */
    int indexOf(final long offset) {
        return (int) (offset - start);
    }

    boolean has(final long offset, final int wanted) {
        return offset >= start && offset + wanted <= start + length;
    }

    /** Forgets what it holds: the file may have changed. */
    void forget() {
        length = 0;
        ahead = SHORT;
    }

    /**
     * Reads from a place on, more each time when all of it is used.
     *
     * @return false if the file has fewer bytes there than wanted
     */
    boolean fill(final FileChannel file, final Path path, final long offset, final int wanted, final long limit) {
        start = offset;
        length = 0;
        final int most = (int) Math.min(Math.max(wanted, ahead), Math.max(0, limit - offset));
        grow(most);
        ahead = Math.min(MOST_AHEAD, 2 * ahead);
        bytes.limit(most).position(0);
        try {
            while (bytes.hasRemaining() && file.read(bytes, offset + bytes.position()) >= 0) {
                assert bytes.position() > 0;
            }
        } catch (final IOException e) {
            throw new BusException("cannot read " + path + ": " + Reason.of(e), e);
        }
        length = bytes.position();
        bytes.clear();
        return length >= wanted;
    }

    private void grow(final int wanted) {
        if (wanted > bytes.capacity()) {
            bytes = ByteBuffer.allocateDirect(BitUtil.findNextPositivePowerOfTwo(wanted));
            buffer.wrap(bytes);
        }
    }
}
