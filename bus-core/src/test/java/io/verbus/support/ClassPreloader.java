package io.verbus.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Loads classes before a process runs out of descriptors: loading from a folder of class files needs a descriptor per
 * class, loading from a jar needs none.
 */
public final class ClassPreloader {
    private static final String SUFFIX = ".class";

    private ClassPreloader() {
    }

    /**
     * Loads the classes from the folder of a class; from a jar it loads nothing.
     *
     * @param neighbor a class from that folder
     * @param isWanted whether a class is loaded, by its name
     */
    public static void loadNeighbors(final Class<?> neighbor, final Predicate<String> isWanted) {
        final Path root = Path.of(neighbor.getProtectionDomain().getCodeSource().getLocation().getPath());
        try (Stream<Path> files = Files.isDirectory(root) ? Files.walk(root) : Stream.empty()) {
            files.map(file -> root.relativize(file).toString().replace('/', '.'))
                    .filter(name -> name.endsWith(SUFFIX) && !name.endsWith("-info.class"))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length())).filter(isWanted)
                    .forEach(ClassPreloader::load);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void load(final String name) {
        try {
            Class.forName(name);
        } catch (final ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
