package io.verbus.tools.export.chronicle;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The room on the disk of a queue. Its files have holes that are filled by stores into memory: a store without room
 * ends the process with SIGBUS, so the room is checked before.
 */
final class FreeRoom {
    /** For the index and the file of the next cycle, and for other programs that write at the same time. */
    private static final long RESERVE = 4 << 20;
    private static final long MAX_UNCHECKED = 1 << 20;

    private final Path directory;
    private final LongSupplier free;
    private long unchecked;

    /** The room on the disk of a directory. */
    FreeRoom(final Path directory) {
        this(directory, () -> usable(directory));
    }

    /** For a directory, by a supplier of the bytes that are free. */
    FreeRoom(final Path directory, final LongSupplier free) {
        this.directory = directory;
        this.free = free;
    }

    /**
     * Requires room for a document.
     *
     * @param bytes of the document beyond an ordinary one
     * @throws BusException if there is too little
     */
    void require(final long bytes) {
        if (unchecked <= bytes) {
            final long available = free.getAsLong();
            if (available < RESERVE + bytes) {
                throw new BusException(
                        "no room for the queue in " + directory + ": " + available + " bytes are free, it"
                                + " needs " + (RESERVE + bytes) + "; free some, or name a directory on another disk");
            }
            unchecked = Math.min(available - RESERVE, bytes + MAX_UNCHECKED);
        }
    }

    /** Counts bytes that were written. */
    void take(final long bytes) {
        unchecked -= bytes;
    }

    private static long usable(final Path directory) {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (final IOException e) {
            throw new BusException("cannot use " + directory + " for a queue: " + e.getMessage(), e);
        }
    }
}
