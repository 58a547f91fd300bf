package io.verbus.log;

import io.verbus.os.MappedFile;
import io.verbus.os.Words;
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A log's file in this process's memory: written by its publisher, mapped read-only by everybody else on its host, and
 * by others as an image of their own.
 */
public final class Log implements AutoCloseable {
    private final MappedFile file;
    private final LogIdentity identity;
    private final UnsafeBuffer header;
    private final UnsafeBuffer ring;
    private final Words headerWords;
    private final Words ringWords;

    private Log(final MappedFile file, final LogIdentity identity) {
        this.file = file.prefault();
        this.identity = identity;
        this.header = file.buffer(0, LogLayout.HEADER_LENGTH);
        this.ring = file.buffer(LogLayout.HEADER_LENGTH, identity.capacity());
        this.headerWords = new Words(header);
        this.ringWords = new Words(ring);
    }

    /**
     * Makes a log. It appears under its name only when it is complete.
     *
     * @param path of its file
     * @param identity what it says of itself
     * @return the log, mapped for writing
     * @throws io.verbus.BusException if the file can't be made
     */
    public static Log create(final Path path, final LogIdentity identity) {
        return new Log(MappedFile.create(path, identity.process(),
                LogLayout.HEADER_LENGTH + (long) identity.capacity(), file -> {
                    final UnsafeBuffer header = file.buffer(0, LogLayout.HEADER_LENGTH);
                    identity.encode(header);
                    ChunkTable.clear(header);
                }), identity);
    }

    /**
     * Memory for the image of a log on another host, laid out as that is, with a header of its own. It has no name, and
     * is gone when it is unmapped.
     *
     * @param path whose file system it is made in
     * @param process id of this process
     * @param identity what the log says of itself
     * @return the memory, mapped for writing
     * @throws io.verbus.BusException if there is no room
     */
    public static Log image(final Path path, final long process, final LogIdentity identity) {
        final MappedFile file = MappedFile.createUnnamed(path, process,
                LogLayout.HEADER_LENGTH + (long) identity.capacity());
        identity.encode(file.buffer(0, LogLayout.HEADER_LENGTH));
        return new Log(file, identity);
    }

    /**
     * Maps another's log read-only.
     *
     * @param path of its file
     * @return the log
     * @throws io.verbus.BusException if the file is gone, or is not a log that this build can read
     */
    public static Log attach(final Path path) {
        final MappedFile file = MappedFile.openReadOnly(path);
        try {
            final int present = (int) Math.min(file.length(), LogLayout.HEADER_LENGTH);
            return new Log(file, LogIdentity.decode(file.buffer(0, present), file.length(), path));
        } catch (final RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** {@return where the log's file is, or was} */
    public Path path() {
        return file.path();
    }

    /** {@return what the log says of itself} */
    public LogIdentity identity() {
        return identity;
    }

    /** {@return the first page of the file} */
    public AtomicBuffer header() {
        return header;
    }

    /** {@return the ring of frames} */
    public UnsafeBuffer ring() {
        return ring;
    }

    /** {@return the whole file: the first page, and the ring} */
    public UnsafeBuffer whole() {
        return file.buffer(0, LogLayout.HEADER_LENGTH + identity.capacity());
    }

    /** {@return the words of the first page} */
    public Words headerWords() {
        return headerWords;
    }

    /** {@return the words of the ring} */
    public Words ringWords() {
        return ringWords;
    }

    /** Closes the heartbeat and removes the file's name: no subscription joins any more. By the publisher. */
    public void unlink() {
        Heartbeat.close(header);
        file.unlink();
    }

    /** Unmaps it. No buffer of it may be used after that. */
    @Override
    public void close() {
        file.close();
    }
}
