package io.verbus.internal.log;

import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.os.OffHeapBuffer;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.spi.LogIdentity;
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A mapped log file: writable in its publisher's process, read-only in the other processes of the host. Also the image
 * of a log on another host.
 */
public final class Log implements AutoCloseable {
    private final MappedFile file;
    private final LogIdentity identity;
    private final UnsafeBuffer header;
    private final OffHeapBuffer ring;
    private final OffHeapLongs headerWords;
    private final OffHeapLongs ringWords;
    private volatile boolean isLeft;
    private volatile boolean isSilent;

    private Log(final MappedFile file, final LogIdentity identity) {
        this.file = file.prefault();
        this.identity = identity;
        this.header = file.buffer(0, LogLayout.HEADER_LENGTH);
        this.ring = new OffHeapBuffer(file.buffer(LogLayout.ringOffset(identity.session()), identity.capacity()), 0,
                identity.capacity());
        this.headerWords = new OffHeapLongs(header);
        this.ringWords = new OffHeapLongs(ring);
    }

    /**
     * Creates a log. The file appears under its name only when it is complete.
     *
     * @param path of its file
     * @param identity of the log
     * @return the log, mapped for writing
     * @throws io.verbus.BusException if the file cannot be created
     */
    public static Log create(final Path path, final LogIdentity identity) {
        return create(path, identity, Boundary.START, FileAccess.PRIVATE);
    }

    /**
     * Creates a log that begins at any position, and that other users may read.
     *
     * @param path of its file
     * @param identity of the log
     * @param start position and sequence of its first frame
     * @param access of other users
     * @return the log, mapped for writing
     * @throws io.verbus.BusException if the file cannot be created
     */
    public static Log create(final Path path, final LogIdentity identity, final Boundary start,
            final FileAccess access) {
        return new Log(MappedFile.create(path, identity.process(), LogLayout.length(identity.capacity()), access,
                file -> {
                    final UnsafeBuffer header = file.buffer(0, LogLayout.HEADER_LENGTH);
                    LogHeader.encode(identity, header);
                    Horizon.advance(header, start.position());
                    ChunkTable.begin(header, start, identity.capacity());
                }), identity);
    }

    /**
     * Creates memory for the image of a log on another host, with the layout of that log and a header of its own. The
     * file has no name, and is freed when unmapped.
     *
     * @param path in the file system to use
     * @param process id of this process
     * @param identity of the log on the other host
     * @return the memory, mapped for writing
     * @throws io.verbus.BusException if there is no room
     */
    public static Log image(final Path path, final long process, final LogIdentity identity) {
        final MappedFile file = MappedFile.createUnnamed(path, process, LogLayout.length(identity.capacity()));
        LogHeader.encode(identity, file.buffer(0, LogLayout.HEADER_LENGTH));
        return new Log(file, identity);
    }

    /**
     * Maps the log of another process read-only.
     *
     * @param path of its file
     * @return the log
     * @throws io.verbus.BusException if the file is gone, or is not a log that this build can read
     */
    public static Log attach(final Path path) {
        final MappedFile file = MappedFile.openReadOnly(path);
        try {
            final int present = (int) Math.min(file.length(), LogLayout.HEADER_LENGTH);
            return new Log(file, LogHeader.decode(file.buffer(0, present), file.length(), path));
        } catch (final RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** {@return the present or former path of the log's file} */
    public Path path() {
        return file.path();
    }

    /** {@return the identity in the log's header} */
    public LogIdentity identity() {
        return identity;
    }

    /** {@return the first page of the file} */
    public AtomicBuffer header() {
        return header;
    }

    /** {@return the ring of frames} */
    public OffHeapBuffer ring() {
        return ring;
    }

    /** {@return the whole file: the first page, the ring, and the free bytes around it} */
    public UnsafeBuffer whole() {
        return file.buffer(0, LogLayout.length(identity.capacity()));
    }

    /** {@return the words of the first page} */
    public OffHeapLongs headerWords() {
        return headerWords;
    }

    /** {@return the words of the ring} */
    public OffHeapLongs ringWords() {
        return ringWords;
    }

    /** Sets whether the publisher of the session is silent. By a relay, whose own heartbeat does not show it. */
    public void silent(final boolean newSilent) {
        isSilent = newSilent;
    }

    /** {@return whether the log is that of a relay, and the publisher of its session is silent; any thread} */
    public boolean isSilent() {
        return isSilent;
    }

    /** Has {@link #unlink} mark the log as left, because the session continues elsewhere. By a relay. */
    public void leave() {
        isLeft = true;
    }

    /** Marks the log as closed and unlinks the file: no subscription joins any more. By the publisher. */
    public void unlink() {
        if (isLeft) {
            Heartbeat.leave(header);
        } else {
            Heartbeat.close(header);
        }
        file.unlink();
    }

    /** Unmaps the log. Its buffers must not be used afterwards. */
    @Override
    public void close() {
        file.close();
    }
}
