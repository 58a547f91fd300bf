package io.verbus.internal.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A process as the kernel shows it in /proc. The kernel releases the lock of an ending process before its RDMA
 * connections: only when no thread of it is left can no device write to its memory any more.
 */
public final class OsProcess {
    private static final int STATE = 0;
    /** Of the fields that follow the name, which ends with the last parenthesis. */
    private static final int STARTED = 19;
    private static final Path PROC = Path.of("/proc");

    private OsProcess() {
    }

    /**
     * The start of a process, which distinguishes it from a later one with the same pid.
     *
     * @param pid of the process
     * @return clock ticks since the boot; 0 if there is no such process
     */
    public static long startTicks(final long pid) {
        final String[] fields = fields(pid);
        return fields.length > STARTED ? Long.parseLong(fields[STARTED]) : 0;
    }

    /**
     * Whether a process has ended, with everything that the kernel did for it.
     *
     * @param pid of the process
     * @param startTicks its start
     * @return true if no thread of it is left; also if the process cannot be seen from this container
     */
    public static boolean isGone(final long pid, final long startTicks) {
        final String[] fields = fields(pid);
        if (fields.length <= STARTED || Long.parseLong(fields[STARTED]) != startTicks) {
            return true;
        }
        final char state = fields[STATE].charAt(0);
        return (state == 'Z' || state == 'X') && threads(pid) <= 1;
    }

    private static String[] fields(final long pid) {
        try {
            final String stat = Files.readString(PROC.resolve(pid + "/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        } catch (final IOException e) {
            return new String[0]; // it has ended
        }
    }

    private static long threads(final long pid) {
        try (Stream<Path> tasks = Files.list(PROC.resolve(pid + "/task"))) {
            return tasks.count();
        } catch (final IOException e) {
            return 0;
        }
    }
}
