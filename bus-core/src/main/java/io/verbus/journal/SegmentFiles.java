package io.verbus.journal;

import io.verbus.os.MappedFile;
import java.nio.file.Path;

/** Where the memory of new segments comes from. Used by several threads. */
@FunctionalInterface
public interface SegmentFiles {
    /** From the file system, allocated in full. */
    SegmentFiles ALLOCATED = MappedFile::create;

    /**
     * A new file of zeros.
     *
     * @param path of the file, which does not exist
     * @param length in bytes
     * @return the file, mapped for writing
     * @throws io.verbus.BusException if there is no room or no permission; then there is no file
     */
    MappedFile create(Path path, long length);
}
