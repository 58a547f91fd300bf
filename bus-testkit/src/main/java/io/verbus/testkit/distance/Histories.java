package io.verbus.testkit.distance;

import io.verbus.testkit.ShmDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Runs histories, each in a directory of its own. */
public final class Histories {
    private Histories() {
    }

    /** The histories of consecutive seeds; the first that fails is told. */
    public static void run(final long first, final long count) {
        final AtomicReference<AssertionError> failure = new AtomicReference<>();
        LongStream.range(first, first + count).parallel().forEach(seed -> {
            try {
                if (failure.get() == null) {
                    run(seed);
                }
            } catch (final AssertionError e) {
                failure.compareAndSet(null, e);
            }
        });
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    /** The history of one seed. */
    public static void run(final long seed) {
        try {
            final Path directory = new ShmDir().createTempDirectory(null, null);
            try {
                History.run(seed, directory);
            } finally {
                delete(directory);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(final Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
