package io.verbus.internal.journal;

import io.verbus.BusException;
import io.verbus.internal.os.OsErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A moving copy of a part of a file. Journals are read through such copies: no process can change the bytes between
 * check and use, and a truncated file causes no SIGBUS. Used by one thread.
 */
public final class Window {
    private static final int MAX_AHEAD = 1 << 20;
    /** Bytes read at the end of a journal that is being written, where most bytes are zeros. */
    private static final int SHORT = 1 << 14;

    private ByteBuffer bytes = ByteBuffer.allocateDirect(SHORT);
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private long start;
    private int length;
    private int ahead = SHORT;

    /** An empty window. */
    public Window() {
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /** Index in the buffer of a byte of the file, if {@link #has} is true for it. */
    int indexOf(final long offset) {
        return (int) (offset - start);
    }

    boolean has(final long offset, final int required) {
        return offset >= start && offset + required <= start + length;
    }

    /** Discards the copy: the file may have changed. */
    void forget() {
        length = 0;
        ahead = SHORT;
    }

    /**
     * Reads from an offset. Each call reads twice as many bytes as the call before.
     *
     * @return false if the file has fewer bytes there than required
     */
    boolean fill(final FileChannel file, final Path path, final long offset, final int required, final long limit) {
        start = offset;
        length = 0;
        final int count = (int) Math.min(Math.max(required, ahead), Math.max(0, limit - offset));
        grow(count);
        ahead = Math.min(MAX_AHEAD, 2 * ahead);
        bytes.limit(count).position(0);
        try {
            while (bytes.hasRemaining() && file.read(bytes, offset + bytes.position()) >= 0) {
                assert bytes.position() > 0;
            }
        } catch (final IOException e) {
            throw new BusException("cannot read " + path + ": " + OsErrors.of(e), e);
        }
        length = bytes.position();
        bytes.clear();
        return length >= required;
    }

    private void grow(final int required) {
        if (required > bytes.capacity()) {
            bytes = ByteBuffer.allocateDirect(BitUtil.findNextPositivePowerOfTwo(required));
            buffer.wrap(bytes);
        }
    }
}
