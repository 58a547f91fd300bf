package io.verbus.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Allocation unit of files. On hugetlbfs it is the huge page: files there are allocated and mapped in whole huge pages.
 * Elsewhere it is the byte.
 *
 * @param bytes of a huge page; 1 if there are none
 */
record PageSize(long bytes) {
    /** HUGETLBFS_MAGIC of statfs(2). */
    private static final long HUGETLBFS = 0x958458F6L;
    /** Larger than struct statfs on any platform. */
    private static final int STATFS_LENGTH = 256;

    /** The unit of the file system of an open file. */
    static PageSize of(final int fd) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment statfs = arena.allocate(STATFS_LENGTH, Long.BYTES);
            final boolean huge = Libc.fstatfs(fd, statfs) == 0
                    && (statfs.get(JAVA_LONG, 0) & 0xFFFF_FFFFL) == HUGETLBFS;
            return new PageSize(huge ? statfs.get(JAVA_LONG, Long.BYTES) : 1);
        }
    }

    long roundUp(final long length) {
        return (length + bytes - 1) / bytes * bytes;
    }

    /** The directory where the file system of a path is mounted. */
    private static Path mount(final Path path) {
        Path mount = path.getParent();
        try {
            final Object device = Files.getAttribute(mount, "unix:dev");
            while (mount.getParent() != null && device.equals(Files.getAttribute(mount.getParent(), "unix:dev"))) {
                mount = mount.getParent();
            }
        } catch (final IOException e) {
            return mount; // it is not permitted to look further, or the directory was removed
        }
        return mount;
    }

    String noRoom(final Path path, final long length) {
        if (bytes == 1) {
            return "no room for " + path + ", which needs " + length + " bytes: make room in " + mount(path)
                    + (path.toString().endsWith(".log") ? ", or use a smaller capacity" : "");
        }
        final long kib = bytes >> 10;
        return "too few huge pages for " + path + ", which needs " + roundUp(length) / bytes + " of " + kib
                + " KiB: reserve more (sysctl vm.nr_hugepages, or /sys/kernel/mm/hugepages/hugepages-" + kib
                + "kB/nr_hugepages), or mount with a larger size=";
    }
}
