package io.verbus.testkit.transport;

import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files in a bus directory. */
public final class BusFiles {
    private static final String PROCESSES = ".processes";

    private BusFiles() {
    }

    /** The sum of all counters of a kind. */
    public static long counter(final Path directory, final CounterKind kind) {
        final long[] sum = {0};
        for (final Path file : list(directory.resolve(PROCESSES))) {
            if (file.toString().endsWith(".counters")) {
                BusCounters.read(file,
                        counters -> counters.forEach((id, type, key, label) -> sum[0] += type == kind.id()
                                ? counters.getCounterValue(id)
                                : 0));
            }
        }
        return sum[0];
    }

    /** The number of files and directories of streams. */
    public static long ofStreams(final Path directory) {
        return list(directory).stream().filter(path -> Files.isDirectory(path) && !path.endsWith(PROCESSES))
                .mapToLong(stream -> 1 + list(stream).size()).sum();
    }

    static List<Path> list(final Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
