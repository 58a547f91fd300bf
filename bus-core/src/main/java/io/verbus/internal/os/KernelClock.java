package io.verbus.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** Reads the state of the kernel's clocks. */
public final class KernelClock {
    /** Of a struct timex on 64-bit Linux; with modes 0 the call only reads. */
    private static final long TIMEX_LENGTH = 208;
    private static final long MAX_ERROR_OFFSET = 24;
    private static final long STATUS_OFFSET = 40;
    private static final int UNSYNCHRONISED = 0x40;
    private static final int STATE_ERROR = 5;

    private static final Path TIME_NAMESPACE = Path.of("/proc/self/ns/time");
    private static final Path TIME_NAMESPACE_OF_CHILDREN = Path.of("/proc/self/ns/time_for_children");
    private static final Path OFFSETS = Path.of("/proc/self/timens_offsets");

    private KernelClock() {
    }

    /**
     * The monotonic clock that all processes of the host share, also those of other time namespaces: their {@link
     * System#nanoTime()} differs by a constant. Processes compare their times in shared memory.
     *
     * @return the clock of {@link System#nanoTime()} in most processes
     */
    public static NanoClock monotonic() {
        final long offsetNs = namespaceOffsetNs();
        final NanoClock ofNamespace = SystemNanoClock.INSTANCE;
        return offsetNs == 0 ? ofNamespace : () -> ofNamespace.nanoTime() - offsetNs;
    }

    /** Until Linux 6.1 the offsets are those of the next children, and such a process has none of its own. */
    private static long namespaceOffsetNs() {
        try {
            return Files.readSymbolicLink(TIME_NAMESPACE).equals(Files.readSymbolicLink(TIME_NAMESPACE_OF_CHILDREN))
                    ? offsetNs(Files.readAllLines(OFFSETS))
                    : 0;
        } catch (final IOException e) {
            return 0; // a kernel without time namespaces
        }
    }

    /**
     * The offset of a time namespace.
     *
     * @param lines of its timens_offsets, see time_namespaces(7)
     * @return its monotonic clock less that of the host, in nanoseconds
     */
    static long offsetNs(final List<String> lines) {
        for (final String line : lines) {
            final String[] words = line.split(" +");
            if (words[0].equals("monotonic")) {
                return TimeUnit.SECONDS.toNanos(Long.parseLong(words[1])) + Long.parseLong(words[2]);
            }
        }
        return 0;
    }

    /**
     * The bound of the error of the UTC clock, as the synchronising program reports it to the kernel.
     *
     * @return the bound; empty if no program synchronises the clock, or the kernel does not answer
     */
    public static Optional<Duration> greatestError() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment timex = arena.allocate(TIMEX_LENGTH, Long.BYTES);
            final int state = Libc.adjtimex(timex);
            return state < 0 || state == STATE_ERROR || (timex.get(JAVA_INT, STATUS_OFFSET) & UNSYNCHRONISED) != 0
                    ? Optional.empty()
                    : Optional.of(Duration.of(timex.get(JAVA_LONG, MAX_ERROR_OFFSET), ChronoUnit.MICROS));
        }
    }
}
