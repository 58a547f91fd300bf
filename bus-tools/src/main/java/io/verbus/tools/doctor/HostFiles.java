package io.verbus.tools.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files in which the kernel shows the settings of the host. A file that cannot be read counts as absent. */
final class HostFiles {
    private final Path root;

    /**
     * Reads the files below a folder.
     *
     * @param root folder that contains {@code proc}, {@code sys}, {@code dev}: {@code /} except in tests
     */
    HostFiles(final Path root) {
        this.root = root;
    }

    /** The first line of a file; empty if the file is absent or the line blank. */
    Optional<String> first(final String file) {
        return lines(file).stream().findFirst().map(String::strip).filter(line -> !line.isEmpty());
    }

    /** All lines of a file; none if it is absent. */
    List<String> lines(final String file) {
        try (Stream<String> lines = Files.lines(root.resolve(file))) {
            return lines.toList();
        } catch (final IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** The value of a line {@code KEY: VALUE} of a file. */
    Optional<String> value(final String file, final String key) {
        return lines(file).stream().filter(line -> line.startsWith(key + ":"))
                .map(line -> line.substring(key.length() + 1).strip()).findFirst();
    }

    /** The choice in brackets of a line such as {@code always [madvise] never}. */
    Optional<String> chosen(final String file) {
        return first(file).filter(line -> line.contains("[") && line.contains("]"))
                .map(line -> line.substring(line.indexOf('[') + 1, line.indexOf(']')));
    }

    /** The names in a folder, sorted; none if it is absent. */
    List<String> names(final String folder) {
        try (Stream<Path> paths = Files.list(root.resolve(folder))) {
            return paths.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (final IOException e) {
            return List.of();
        }
    }

    boolean exists(final String file) {
        return Files.exists(root.resolve(file));
    }

    boolean isWritable(final String file) {
        return Files.isWritable(root.resolve(file));
    }

    /** The last name of the path to which a symbolic link points. */
    Optional<String> target(final String link) {
        try {
            return Optional.of(Files.readSymbolicLink(root.resolve(link)).getFileName().toString());
        } catch (final IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }
}
