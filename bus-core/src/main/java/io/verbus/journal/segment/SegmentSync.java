package io.verbus.journal.segment;

import io.verbus.os.MappedFile;

/** Brings a part of a segment to its disk. Used by several threads. */
@FunctionalInterface
public interface SegmentSync {
    /**
     * Waits until it is there.
     *
     * @param file of the segment
     * @param offset of the first byte
     * @param length in bytes
     * @throws io.verbus.BusException if the disk refuses it
     */
    void sync(MappedFile file, long offset, long length);
}
