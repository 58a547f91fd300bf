package io.verbus.rdma.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The limit of locked memory of this process; registered memory is locked. Devices have limits of their own that fail
 * with the same error, so the limit is named only if it is exceeded.
 *
 * @param limit in bytes
 * @param pinned bytes of all registrations
 */
record Memlock(long limit, long pinned) {
    /** Bit of CAP_IPC_LOCK, which exempts a process. */
    private static final int IPC_LOCK = 14;
    private static final long NONE = Long.MAX_VALUE;

    /** At present. */
    static Memlock now() {
        try {
            return of(Files.readAllLines(Path.of("/proc/self/limits")),
                    Files.readAllLines(Path.of("/proc/self/status")));
        } catch (final IOException e) {
            return new Memlock(NONE, 0);
        }
    }

    /** As the kernel's files state. */
    static Memlock of(final List<String> limits, final List<String> status) {
        final String limit = value(limits, "Max locked memory");
        final String pinned = value(status, "VmPin:"); // what the kernel compares with the limit
        final String capabilities = value(status, "CapEff:");
        final boolean isExempt = capabilities != null
                && (Long.parseUnsignedLong(capabilities, 16) >>> IPC_LOCK & 1) != 0;
        return new Memlock(isExempt || limit == null || limit.equals("unlimited") ? NONE : Long.parseLong(limit),
                pinned == null ? 0 : Long.parseLong(pinned) << 10);
    }

    /** Whether one more registration exceeds it. */
    boolean isExceededBy(final long length) {
        return limit != NONE && pinned + length > limit;
    }

    private static String value(final List<String> lines, final String name) {
        return lines.stream().filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip().split("\\s+")[0]).findFirst().orElse(null);
    }
}
