package io.verbus.latency.subject.ring;

import io.verbus.BusException;
import io.verbus.internal.os.OffHeapBuffer;
import io.verbus.internal.os.OffHeapLongs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The shared-memory file of a ring: two words of the reader, then the frames, then an index if the ring has one. The
 * end that comes first makes it; new files are zero.
 */
final class RingFile implements AutoCloseable {
    /** Bytes to which frames are aligned. */
    static final int ALIGNMENT = 32;
    /** Bytes of a header: the commit word, which is the length, and room for a sequence, as in the log of the bus. */
    static final int HEADER = 16;
    /** Offset of the sequence in a header. */
    static final int SEQUENCE = 8;

    /** Words of the reader, and the frames, are on different pairs of cache lines: the prefetcher loads pairs. */
    private static final int CONSUMED = 0;
    private static final int READY = 128;
    private static final int FRAMES = 256;
    private static final int ZEROS = 1 << 20;

    private final MappedByteBuffer mapped;
    private final int capacity;
    private final UnsafeBuffer words;

    private RingFile(final MappedByteBuffer mapped, final int capacity) {
        this.mapped = mapped;
        this.capacity = capacity;
        this.words = new UnsafeBuffer(mapped, 0, FRAMES);
    }

    /** Maps a file. The publishing end makes it before the other one looks for it, and allocates its pages. */
    static RingFile open(final Path file, final int capacity, final boolean isIndexed) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            final long length = length(capacity, isIndexed);
            final ByteBuffer zeros = ByteBuffer.allocate(ZEROS);
            for (long at = channel.size(); at < length; at += zeros.limit()) {
                channel.write(zeros.clear().limit((int) Math.min(ZEROS, length - at)), at);
            }
            final MappedByteBuffer mapped = channel.map(MapMode.READ_WRITE, 0, length);
            mapped.load(); // no page fault in the middle of a message
            return new RingFile(mapped, capacity);
        } catch (final IOException e) {
            throw new BusException("cannot make the ring " + file + ": " + e.getMessage(), e);
        }
    }

    static int align(final int length) {
        return length + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /** Bytes of a file. */
    static long length(final int capacity, final boolean isIndexed) {
        return FRAMES + capacity + (isIndexed ? capacity / ALIGNMENT * (long) Long.BYTES : 0);
    }

    int capacity() {
        return capacity;
    }

    /** The frames, for payload: checked, as in the bus. */
    OffHeapBuffer frames() {
        return new OffHeapBuffer(new UnsafeBuffer(mapped), FRAMES, capacity);
    }

    /** The frames, for the words of their headers: not checked, because the offset is masked, as in the bus. */
    OffHeapLongs headers() {
        return new OffHeapLongs(new UnsafeBuffer(mapped, FRAMES, capacity));
    }

    /** A word for each {@link #ALIGNMENT} bytes of frames: messages are never more. */
    OffHeapLongs index() {
        return new OffHeapLongs(new UnsafeBuffer(mapped, FRAMES + capacity, capacity / ALIGNMENT * Long.BYTES));
    }

    /** The position up to which the reader has consumed. */
    long consumed() {
        return words.getLongAcquire(CONSUMED);
    }

    void consumed(final long position) {
        words.putLongRelease(CONSUMED, position);
    }

    boolean isRead() {
        return words.getLongAcquire(READY) != 0;
    }

    /** The reader is there, and starts with the first message. */
    void ready() {
        words.putLongRelease(READY, 1);
    }

    @Override
    public void close() {
        IoUtil.unmap(mapped);
    }
}
