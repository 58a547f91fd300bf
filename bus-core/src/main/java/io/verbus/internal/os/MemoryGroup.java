package io.verbus.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory cgroups of this process, version 2 or 1. The kernel charges the pages of a tmpfs file to the cgroup of the
 * process that allocates them and kills the process at the limit, so a file that does not fit is rejected before it is
 * allocated. A limit may be set at any level: each ancestor is checked.
 *
 * <p>The page cache of disk files is charged to the cgroup too, but the kernel reclaims it: it counts as free. Swap
 * does not count: a log in swap is too slow.
 */
final class MemoryGroup {
    /** The cgroups of this process. */
    static final MemoryGroup OWN = new MemoryGroup(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));

    /** TMPFS_MAGIC of statfs(2). */
    private static final long TMPFS = 0x0102_1994L;
    private static final int STATFS_LENGTH = 256;
    private static final int MIB = 1 << 20;

    /** The files of a cgroup: limit, usage, and the lines of memory.stat that the kernel can reclaim. */
    private record Names(String limit, String usage, List<String> reclaimable) {
        static final Names V2 = new Names("memory.max", "memory.current", List.of("inactive_file ", "active_file "));
        static final Names V1 = new Names("memory.limit_in_bytes", "memory.usage_in_bytes",
                List.of("total_inactive_file ", "total_active_file "));
    }

    /** A cgroup with a limit, in bytes. */
    record Limit(Path group, long max, long used) {
        long room() {
            return Math.max(0, max - used);
        }
    }

    private final Path membership;
    private final Path mount;

    /**
     * The cgroups of a process.
     *
     * @param membership /proc/PID/cgroup
     * @param mount of the cgroup file systems, /sys/fs/cgroup
     */
    MemoryGroup(final Path membership, final Path mount) {
        this.membership = membership;
        this.mount = mount;
    }

    /**
     * Rejects a file on tmpfs that does not fit. Files on disk and on hugetlbfs are not charged in this way, and small
     * ones are not worth several system calls.
     */
    void check(final int fd, final Path path, final long length) {
        if (length < MIB) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment statfs = arena.allocate(STATFS_LENGTH, Long.BYTES);
            if (Libc.fstatfs(fd, statfs) == 0 && (statfs.get(JAVA_LONG, 0) & 0xFFFF_FFFFL) == TMPFS) {
                check(path, length);
            }
        }
    }

    /** Rejects a file on tmpfs that does not fit. */
    void check(final Path path, final long length) {
        final Limit tightest = tightest();
        if (tightest != null && tightest.room() < length) {
            throw new NoRoomException(
                    "no room for " + path + ", which needs " + mib(length) + " MiB: the memory cgroup "
                            + tightest.group() + " uses " + mib(tightest.used()) + " of " + mib(tightest.max())
                            + " MiB; raise its limit"
                            + (path.toString().endsWith(".log") ? ", or use a smaller capacity" : ""));
        }
    }

    /** The cgroup with the least room; null if none has a limit, or it cannot be determined. */
    Limit tightest() {
        Limit tightest = null;
        try {
            for (final String line : Files.readAllLines(membership)) { // hierarchy:controllers:/path
                final String[] parts = line.split(":", 3);
                if (parts.length == 3 && (parts[1].isEmpty() || List.of(parts[1].split(",")).contains("memory"))) {
                    tightest = parts[1].isEmpty()
                            ? tighter(tightest, mount, parts[2], Names.V2)
                            : tighter(tightest, mount.resolve("memory"), parts[2], Names.V1);
                }
            }
        } catch (final IOException e) {
            return tightest; // no cgroups here
        }
        return tightest;
    }

    /**
     * Checks a cgroup and its ancestors. In a container the path may be that of the host: then only the root exists.
     */
    private static Limit tighter(final Limit known, final Path root, final String path, final Names names) {
        Limit tightest = known;
        Path group = root.resolve(path.substring(Math.min(1, path.length()))).normalize();
        while (group.startsWith(root)) {
            final Limit limit = read(group, names);
            if (limit != null && (tightest == null || limit.room() < tightest.room())) {
                tightest = limit;
            }
            group = group.getParent();
        }
        return tightest;
    }

    /** Returns null if there is no limit, or no such cgroup. */
    private static Limit read(final Path group, final Names names) {
        try {
            final String max = Files.readString(group.resolve(names.limit())).trim();
            if (max.equals("max")) {
                return null;
            }
            long used = Long.parseLong(Files.readString(group.resolve(names.usage())).trim());
            for (final String line : Files.readAllLines(group.resolve("memory.stat"))) {
                if (names.reclaimable().stream().anyMatch(line::startsWith)) {
                    used -= Long.parseLong(line.substring(line.indexOf(' ') + 1).trim());
                }
            }
            return new Limit(group, Long.parseLong(max), Math.max(0, used));
        } catch (final IOException | NumberFormatException e) {
            return null;
        }
    }

    private static long mib(final long bytes) {
        return (bytes + MIB - 1) / MIB;
    }
}
