package io.verbus.internal.journal;

import io.verbus.internal.os.MappedFile;

/** Syncs a part of a segment to the disk. Used by several threads. */
@FunctionalInterface
public interface SegmentSync {
    /**
     * Waits until the part is on the disk.
     *
     * @param file of the segment
     * @param offset of the first byte
     * @param length in bytes
     * @throws io.verbus.BusException if the disk refuses it
     */
    void sync(MappedFile file, long offset, long length);
}
