package io.verbus.latency.frame;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/** The two files of a ring, on tmpfs: the log (header page and ring) and the reader's position. */
record LogFiles(Path log, Path position) {
    private static final int POSITION_BYTES = 4096;

    static LogFiles in(final Path directory, final String name) {
        return new LogFiles(directory.resolve(name + ".log"), directory.resolve(name + ".position"));
    }

    /** Allocates both in full by writing zeros. */
    void create(final int capacityBytes) throws IOException {
        writeZeros(log, FrameLayout.LOG_HEADER + capacityBytes);
        writeZeros(position, POSITION_BYTES);
    }

    UnsafeBuffer mapLog(final MapMode mode) throws IOException {
        return map(log, mode, FrameLayout.LOG_HEADER + FrameLayout.CAPACITY);
    }

    UnsafeBuffer mapPosition(final MapMode mode) throws IOException {
        return map(position, mode, POSITION_BYTES);
    }

    private static void writeZeros(final Path file, final int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, CREATE_NEW, WRITE)) {
            channel.write(ByteBuffer.allocateDirect(bytes));
        }
    }

    private static UnsafeBuffer map(final Path file, final MapMode mode, final int bytes) throws IOException {
        final boolean readOnly = mode == MapMode.READ_ONLY;
        try (FileChannel channel = readOnly ? FileChannel.open(file, READ) : FileChannel.open(file, READ, WRITE)) {
            final var mapped = channel.map(mode, 0, bytes);
            mapped.load();
            final var buffer = new UnsafeBuffer(mapped);
            for (int page = 0; !readOnly && page < bytes; page += 4096) {
                buffer.getAndAddInt(page, 0); // a write fault now, not at the first frame
            }
            return buffer;
        }
    }
}
