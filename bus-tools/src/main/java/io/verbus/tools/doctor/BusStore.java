package io.verbus.tools.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file system of the bus directory.
 *
 * @param directory of the bus
 * @param type of the file system; empty if it cannot be determined
 * @param total size in bytes
 * @param usable free bytes
 */
record BusStore(Path directory, String type, long total, long usable) {
    /** The file system of the directory, or of its nearest existing parent. */
    static BusStore of(final Path directory) {
        Path existing = directory.toAbsolutePath().normalize();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        try {
            final FileStore store = Files.getFileStore(existing);
            return new BusStore(directory, store.type(), store.getTotalSpace(), store.getUsableSpace());
        } catch (final IOException e) {
            return new BusStore(directory, "", 0, 0);
        }
    }
}
