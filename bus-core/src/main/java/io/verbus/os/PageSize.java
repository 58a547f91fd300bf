package io.verbus.os;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What files of a directory are measured in: on hugetlbfs, huge pages; a file there is so many of them long, neither
 * allocated nor mapped otherwise. Elsewhere, bytes.
 *
 * @param bytes of a huge page; 1 where there are none
 */
record PageSize(long bytes) {
    private static final String HUGETLBFS = "hugetlbfs";

    /** Of the file system of a file that may not exist yet. */
    static PageSize of(final Path file) {
        try {
            final FileStore store = Files.getFileStore(file.getParent());
            return new PageSize(store.type().equals(HUGETLBFS) ? store.getBlockSize() : 1);
        } catch (final IOException e) {
            throw new BusException("cannot create " + file + ": " + Reason.of(e), e);
        }
    }

    long roundUp(final long length) {
        return (length + bytes - 1) / bytes * bytes;
    }

    String noRoom(final Path path, final long length) {
        if (bytes == 1) {
            return "no room for " + path + ", which needs " + length + " bytes: make room in "
                    + path.getRoot().resolve(path.subpath(0, Math.min(2, path.getNameCount())))
                    + (path.toString().endsWith(".log") ? ", or use a smaller capacity" : "");
        }
        final long kib = bytes >> 10;
        return "too few huge pages for " + path + ", which needs " + roundUp(length) / bytes + " of " + kib
                + " KiB: reserve more (sysctl vm.nr_hugepages, or /sys/kernel/mm/hugepages/hugepages-" + kib
                + "kB/nr_hugepages), or mount with a larger size=";
    }
}
