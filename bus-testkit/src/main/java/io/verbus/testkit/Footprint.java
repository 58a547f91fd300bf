package io.verbus.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The resources that this process holds.
 *
 * @param descriptors open files
 * @param mappings of memory in a bus directory, including unlinked files
 * @param threads of the process, without the compiler's, whose number varies
 * @param heapBytes of live objects, after a collection
 * @param residentBytes of memory in total
 */
public record Footprint(long descriptors, long mappings, long threads, long heapBytes, long residentBytes) {
    private static final long KIB = 1024;

    /** Measures this process. */
    public static Footprint of(final Path busDirectory) {
        System.gc();
        final Runtime runtime = Runtime.getRuntime();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"));
                Stream<Path> threads = Files.list(Path.of("/proc/self/task"));
                Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"));
                Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            return new Footprint(descriptors.count(),
                    mappings.filter(line -> line.contains(busDirectory.toString())).count(),
                    threads.filter(Footprint::isNoCompiler).count(),
                    runtime.totalMemory() - runtime.freeMemory(),
                    KIB * status.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isNoCompiler(final Path thread) {
        try {
            return !Files.readString(thread.resolve("comm")).contains("Compiler");
        } catch (final IOException e) {
            return false; // the thread has ended
        }
    }
}
