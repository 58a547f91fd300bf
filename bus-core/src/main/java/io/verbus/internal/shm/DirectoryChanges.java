package io.verbus.internal.shm;

import static io.verbus.internal.shm.ChangesLayout.COUNTS;
import static io.verbus.internal.shm.ChangesLayout.COUNTS_OFFSET;
import static io.verbus.internal.shm.ChangesLayout.LENGTH;
import static io.verbus.internal.shm.ChangesLayout.MAGIC_OFFSET;
import static io.verbus.internal.shm.ChangesLayout.VERSION_OFFSET;

import io.verbus.BusException;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.HeaderFields;
import io.verbus.internal.os.MappedFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The counts of changes of a bus directory, shared by its processes. A duty cycle that finds the count of its stream
 * unchanged makes no system call (docs/decisions/0024-conductor.md).
 *
 * <p>The counts only save system calls: without the file, and once a second with it, a {@link StreamDirectory.Watch}
 * asks the kernel. So a bus starts whatever the state of the file, and no content of it does harm. Nor does a process
 * that truncates it: then the others do without it.
 */
final class DirectoryChanges implements AutoCloseable {
    private static final String TRUNCATED = "%s was truncated by another program: remove it when no bus runs";

    private final MappedFile file;
    private final ErrorHandler errorHandler;
    /** Null if the counts are not shared, or no longer. */
    private volatile UnsafeBuffer counts;

    private DirectoryChanges(final MappedFile file, final ErrorHandler errorHandler) {
        this.file = file;
        this.errorHandler = errorHandler;
        this.counts = file == null ? null : file.buffer(0, LENGTH);
    }

    /** Counts that are not shared: they never change. */
    static DirectoryChanges unshared() {
        return new DirectoryChanges(null, null);
    }

    /**
     * Opens the counts of a bus directory; creates them if they do not exist.
     *
     * @param path of the file
     * @param process id of this process
     * @param access of other users to a new file
     * @param errorHandler receives one message if the file can't be used; then the counts are not shared
     */
    static DirectoryChanges open(final Path path, final long process, final FileAccess access,
            final ErrorHandler errorHandler) {
        try {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                MappedFile.createOnce(path, process, LENGTH, access.toCommonFiles(), file -> {
                    final UnsafeBuffer header = file.buffer(0, COUNTS_OFFSET);
                    header.putLong(MAGIC_OFFSET, ChangesLayout.MAGIC);
                    header.putInt(VERSION_OFFSET, ChangesLayout.VERSION);
                });
            }
            return new DirectoryChanges(checked(MappedFile.openWritable(path)), errorHandler);
        } catch (final BusException e) {
            report(e.getMessage(), e, errorHandler);
            return unshared();
        }
    }

    private static void report(final String why, final Throwable cause, final ErrorHandler errorHandler) {
        errorHandler.onError(new BusException("each duty cycle looks at its directory, because the counts of changes"
                + " cannot be used: " + why, cause));
    }

    private static MappedFile checked(final MappedFile file) {
        String refusal = file.path() + " is not a file of counts of changes: remove it when no bus runs";
        if (file.length() >= LENGTH) {
            final UnsafeBuffer header = file.buffer(0, COUNTS_OFFSET);
            try {
                final boolean isOfChanges = header.getLong(MAGIC_OFFSET) == ChangesLayout.MAGIC;
                final int version = header.getInt(VERSION_OFFSET);
                MappedFile.checkAccess();
                if (isOfChanges && version == ChangesLayout.VERSION) {
                    return file.prefault();
                }
                if (isOfChanges) {
                    refusal = HeaderFields.otherLayout(file.path(), "changes", version, ChangesLayout.VERSION, "",
                            "run the same release in all processes of the bus directory; remove it when no bus runs");
                }
            } catch (final InternalError e) {
                file.close();
                throw new BusException(TRUNCATED.formatted(file.path()), e);
            }
        }
        file.close();
        throw new BusException(refusal);
    }

    /** The offset of a stream's count. */
    static int offset(final String stream) {
        final CRC32C hash = new CRC32C();
        hash.update(stream.getBytes(StandardCharsets.UTF_8));
        return COUNTS_OFFSET + (int) (hash.getValue() % COUNTS) * Long.BYTES;
    }

    /** Whether other processes see the counts. */
    boolean isShared() {
        return counts != null;
    }

    /** The count at an offset; 0 if the counts are not shared. Not after {@link #close}. */
    long count(final int offset) {
        final UnsafeBuffer shared = counts;
        if (shared == null) {
            return 0;
        }
        try {
            final long count = shared.getLongAcquire(offset); // SYNC change with DirectoryChanges
            MappedFile.checkAccess();
            return count;
        } catch (final InternalError e) {
            truncated(e);
            return 0;
        }
    }

    /** Counts a change, after a file was added or removed. */
    synchronized void mark(final int offset) {
        if (isShared()) {
            try {
                counts.getAndAddLong(offset, 1); // SYNC change with DirectoryChanges
                MappedFile.checkAccess();
            } catch (final InternalError e) {
                truncated(e);
            }
        }
    }

    private synchronized void truncated(final InternalError error) {
        if (isShared()) {
            counts = null;
            report(TRUNCATED.formatted(file.path()), error, errorHandler);
        }
    }

    /** Counts a change of every stream. */
    void markAll() {
        for (int index = 0; index < COUNTS; index++) {
            mark(COUNTS_OFFSET + index * Long.BYTES);
        }
    }

    /** Unmaps the counts; later changes are not counted. The file stays. */
    @Override
    public synchronized void close() {
        counts = null;
        if (file != null) {
            file.close();
        }
    }
}
