package io.verbus.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on folders. */
final class Folders {
    private Folders() {
    }

    /** The files of a folder, the shortest first. */
    static List<byte[]> contents(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().map(Folders::read).sorted(Comparator.comparingInt(bytes -> bytes.length)).toList();
        }
    }

    private static byte[] read(final Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
