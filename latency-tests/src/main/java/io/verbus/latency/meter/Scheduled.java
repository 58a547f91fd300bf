package io.verbus.latency.meter;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Times of the kernel's scheduler, in ns; the usual CPU clocks of a process count ticks.
 *
 * @param processCpuNs CPU time of all live threads
 * @param threadWaitedNs time that the calling thread was ready to run and had no core
 */
public record Scheduled(long processCpuNs, long threadWaitedNs) {
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final Path OWN = Path.of("/proc/thread-self/schedstat");

    /** {@return the current times; 0 if the kernel has no schedstat} */
    public static Scheduled now() {
        long cpuNs = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (final Path thread : threads) {
                cpuNs += field(thread.resolve("schedstat"), 0);
            }
        } catch (final IOException e) {
            return new Scheduled(0, 0); // the kernel has no schedstat
        }
        return new Scheduled(cpuNs, field(OWN, 1));
    }

    private static long field(final Path file, final int index) {
        try {
            return Long.parseLong(Files.readString(file).strip().split(" ")[index]);
        } catch (final IOException e) {
            return 0; // the thread has just ended
        }
    }
}
