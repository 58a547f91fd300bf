package io.verbus.internal.journal;

import io.verbus.internal.os.MappedFile;
import java.nio.file.Path;

/** The disk of a journal: allocates and syncs segments. Used by several threads. */
@FunctionalInterface
public interface SegmentFiles {
    /** Files of the file system, allocated in full. */
    SegmentFiles ALLOCATED = MappedFile::create;

    /**
     * A new file of zeros.
     *
     * @param path of the file, which does not exist
     * @param length in bytes
     * @return the file, mapped for writing
     * @throws io.verbus.BusException if there is no room or no permission; then no file exists
     */
    MappedFile create(Path path, long length);

    /**
     * Waits until a part of a file is on its disk.
     *
     * @param file from {@link #create}, possibly renamed
     * @param offset of the first byte
     * @param length in bytes
     * @throws io.verbus.BusException if the disk refuses it
     */
    default void sync(final MappedFile file, final long offset, final long length) {
        file.sync(offset, length);
    }
}
