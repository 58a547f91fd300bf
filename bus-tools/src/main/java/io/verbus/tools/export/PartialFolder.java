package io.verbus.tools.export;

import io.verbus.BusException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that gets its name when it is complete, or gives it to a file in it: before that, and after a failure, there
 * is none with that name.
 */
final class PartialFolder implements AutoCloseable {
    private final Path target;
    private final Path partial;

    /**
     * Creates an empty folder beside the target.
     *
     * @throws BusException if the target exists, or the folder cannot be created
     */
    PartialFolder(final Path target) {
        this.target = target.toAbsolutePath().normalize();
        check(target);
        try {
            partial = Files.createTempDirectory(this.target.getParent(), this.target.getFileName() + ".partial-");
        } catch (final IOException e) {
            throw new BusException("cannot create a folder in " + this.target.getParent() + ": " + e, e);
        }
    }

    private PartialFolder(final Path target, final Path partial) {
        this.target = target;
        this.partial = partial;
    }

    /** Creates a folder for temporary files, which never is complete. */
    static PartialFolder temporary(final String name) {
        try {
            return new PartialFolder(null, Files.createTempDirectory(name));
        } catch (final IOException e) {
            throw new BusException("cannot create a temporary folder: " + e, e);
        }
    }

    /** Refuses a target that exists, or that is in no folder. */
    static void check(final Path target) {
        if (Files.exists(target)) {
            throw new BusException(target + " exists: give a new name with --out, or remove it");
        }
        final Path parent = target.toAbsolutePath().normalize().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new BusException("there is no folder " + parent + ": create it, or give another --out");
        }
    }

    /** The folder to write into. */
    Path path() {
        return partial;
    }

    /** Creates a folder in it. */
    Path folder(final String name) {
        try {
            return Files.createDirectory(partial.resolve(name));
        } catch (final IOException e) {
            throw new BusException("cannot create a folder in " + partial + ": " + e, e);
        }
    }

    /** Stores all files on the disk, and gives the folder its name. */
    void complete() {
        complete(partial);
    }

    /** Stores all files on the disk, and gives the name to the folder, or to a file in it. */
    void complete(final Path named) {
        try {
            for (final Path file : content(named)) {
                if (Files.isRegularFile(file)) {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.force(true);
                    }
                }
            }
            Files.move(named, target); // fails if the target exists by now
        } catch (final FileAlreadyExistsException e) {
            throw new BusException(target + " was created in the meantime: give another --out", e);
        } catch (final IOException e) {
            throw new BusException("cannot complete " + target + ": " + e, e);
        }
    }

    /** Deletes a folder in it, with its content. */
    void delete(final Path folder) {
        try {
            for (final Path file : content(folder).reversed()) {
                Files.deleteIfExists(file);
            }
        } catch (final IOException e) {
            throw new BusException("cannot delete " + folder + ": " + e, e);
        }
    }

    /** Deletes it unless it has the name. */
    @Override
    public void close() {
        if (Files.exists(partial)) {
            delete(partial);
        }
    }

    /** The folder and all in it, folders before their content. */
    private static List<Path> content(final Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.sorted(Comparator.naturalOrder()).toList();
        } catch (final UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
